import type { UserContext } from '#lib/context/context.ts';
import type { BusEvent } from './bus/bus.ts';
import type { TunnelChannel } from './channels/channels.ts';
import type { Cursor } from './channels/cursor.ts';
import type { TunnelEventName } from './values.ts';

/** One event on a channel. Every listener receives the same event. */
export type TunnelEvent = {
  readonly event: TunnelEventName;
  /** The value of the change counter after this event; missing on events that cannot be recovered. */
  readonly rev?: number;
  /** On a state channel: the cursor of the state after this event. */
  readonly cursor?: string;
  readonly at: string;
  readonly data: unknown;
};

/** The event data for one user on a personal channel. The cursor is set when the event carries the current state. */
export type PersonalUpdate = { readonly data: unknown; readonly cursor?: Cursor };

/** What a domain implements so that clients can subscribe to its channels; registered in `services/runtime.ts`. */
export interface ChannelSource {
  /**
   * Returns whether the user may listen. The hub calls this after the reads below and discards their results when
   * access is denied.
   */
  mayListen(ctx: UserContext, channel: TunnelChannel): Promise<boolean>;
  /**
   * Returns the current cursor of the channel. `snapshot` is the state itself on channels that carry a state, otherwise
   * empty.
   */
  head(ctx: UserContext, channel: TunnelChannel): Promise<{ cursor: Cursor; snapshot: readonly TunnelEvent[] }>;
  /**
   * Returns the present state of the rows that changed after `rev`, at most `limit`, in ascending order of `rev`. Only
   * for channels with a counter.
   */
  changesAfter?(channel: TunnelChannel, rev: number, limit: number): Promise<readonly TunnelEvent[]>;
  /**
   * Reads the current data of an event for each recipient connected to this process. Users missing from the result
   * receive nothing. Without this method every user receives the event's own data.
   */
  updatesFor?(event: BusEvent, userIds: readonly string[]): Promise<ReadonlyMap<string, PersonalUpdate>>;
  /**
   * Handles an event that a client sent into a channel it listens to. Throws the same errors as REST. Only `typing`
   * occurs.
   */
  take?(ctx: UserContext, channel: TunnelChannel, event: 'typing', data: unknown): Promise<void>;
  /** Receives every event of these channels in this process, from any publisher, with or without listeners. */
  observe?(event: BusEvent): void;
  /** Called when the last connection of this user to this process has ended. */
  personLeft?(userId: string): void;
}

/** Carries events between processes. A bus may lose, repeat and reorder events: the hub repairs channels with a counter. */
export interface TunnelBus {
  /** Whether the bus connects this process to other processes. */
  readonly isShared: boolean;
  publish(events: readonly BusEvent[]): Promise<void>;
  /** Calls `take` with the events that this process and others publish. Returns the function that unsubscribes. */
  subscribe(take: (events: readonly BusEvent[]) => void): () => void;
  close(): Promise<void>;
}
