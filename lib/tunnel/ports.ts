import type { UserContext } from '#lib/context/context.ts';
import type { BusEvent } from './bus/bus.ts';
import type { TunnelChannel } from './channels/channels.ts';
import type { Cursor } from './channels/cursor.ts';
import type { TunnelEventName } from './values.ts';

/** One thing that happened on a channel, the same for everybody who hears it. */
export type TunnelEvent = {
  readonly event: TunnelEventName;
  /** The change counter it raised; missing on what cannot be recovered. */
  readonly rev?: number;
  /** On a state channel: how it stands after it. */
  readonly cursor?: string;
  readonly at: string;
  readonly data: unknown;
};

/** What one person is told on a channel of their own; the cursor where the event says how the state stands now. */
export type PersonalNews = { readonly data: unknown; readonly cursor?: Cursor };

/** What a domain gives the hub so that its channels can be listened to; registered in `services/runtime.ts`. */
export interface ChannelSource {
  /** Asked after the reads below, whose answers are thrown away for who may not. */
  mayListen(ctx: UserContext, channel: TunnelChannel): Promise<boolean>;
  /** Where the channel stands. `snapshot`: the state itself, for channels that carry one; else empty. */
  head(ctx: UserContext, channel: TunnelChannel): Promise<{ cursor: Cursor; snapshot: readonly TunnelEvent[] }>;
  /** The present state of what changed after `rev`, by rising `rev`; at most `limit`. Channels with a counter only. */
  changesAfter?(channel: TunnelChannel, rev: number, limit: number): Promise<readonly TunnelEvent[]>;
  /**
   * Turns one event for many people into what each of those who are connected here is told, read at this moment; who is
   * missing in the answer hears nothing. Without it all of them get the event's own data.
   */
  newsFor?(event: BusEvent, userIds: readonly string[]): Promise<ReadonlyMap<string, PersonalNews>>;
  /** Takes an event a client sent into a channel it listens to; throws what REST would answer. Only `typing` comes. */
  take?(ctx: UserContext, channel: TunnelChannel, event: 'typing', data: unknown): Promise<void>;
  /** Every event of its channels that passes this process, whoever published it and whether or not anybody listens. */
  observe?(event: BusEvent): void;
  /** The last connection of this person to this process has ended. */
  personLeft?(userId: string): void;
}

/** Carries events between processes. It may lose, repeat and reorder them: the hub repairs what has a counter. */
export interface TunnelBus {
  /** Whether there are other processes behind it. */
  readonly isShared: boolean;
  publish(events: readonly BusEvent[]): Promise<void>;
  /** Hands over what is published, by others and by this process; the answer stops it. */
  subscribe(take: (events: readonly BusEvent[]) => void): () => void;
  close(): Promise<void>;
}
