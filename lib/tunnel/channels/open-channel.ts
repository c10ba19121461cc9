import type { Log } from '#lib/context/ports/log.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { Frame } from '#lib/tunnel/connections/frame.ts';
import { MAX_RECOVERED } from '#lib/tunnel/limits.ts';
import type { ChannelSource, TunnelEvent } from '#lib/tunnel/ports.ts';
import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import type { TunnelEventName, UnsubscribedReason } from '#lib/tunnel/values.ts';
import type { TunnelChannel } from './channels.ts';
import { formatCursor } from './cursor.ts';
import { deliver, type Subscription } from './subscription.ts';

type Options = {
  readonly channel: TunnelChannel;
  readonly source: ChannelSource;
  readonly log: Log;
  /** Ends a subscription and notifies the client. */
  readonly end: (subscription: Subscription, reason: UnsubscribedReason, resubscribe: boolean) => void;
};

/** Events whose data lists all participants of the conversation after the event. */
const membershipEvents: readonly string[] = ['member.joined', 'member.left', 'conversation.updated'];

/**
 * A channel with listeners in this process. It tracks the counter up to which events were delivered, drops repeated
 * events, and reads the missing rows before it delivers beyond a gap. A bus may therefore lose, repeat and reorder
 * events.
 */
export class OpenChannel {
  readonly listeners = new Set<Subscription>();
  readonly #options: Options;
  /** The counter value that all listeners have received; null until the first listener has read the channel's position. */
  #last: number | null = null;
  #epoch = '';
  #waiting: BusEvent[] = [];
  #isReading = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Registers a listener before its read starts: the listener's subscription holds events that arrive from now on. */
  join(subscription: Subscription): void {
    subscription.least = this.#last ?? -1;
    this.listeners.add(subscription);
  }

  /** Reports the channel's position that a listener read. The first report sets the counter. */
  begin(rev: number, epoch: string): void {
    if (this.#last !== null) return;
    this.#last = rev;
    this.#epoch = epoch;
    // Events before this position are not delivered again, so a listener that is still reading must have read up to it.
    for (const subscription of this.listeners) subscription.least = Math.max(subscription.least, rev);
    if (this.#waiting.length > 0) void this.#processWaiting();
  }

  take(event: BusEvent): void {
    const { rev } = event;
    const mustWait = this.#isReading || (rev !== undefined && !this.#isNext(event) && !this.#isRepeat(event));
    if (mustWait) {
      this.#waiting.push(event);
      if (this.#last !== null) void this.#processWaiting();
    } else if (!this.#isRepeat(event)) this.#deliver(event);
  }

  #isRepeat({ rev, epoch }: BusEvent): boolean {
    return rev !== undefined && this.#last !== null && rev <= this.#last && this.#isOurs(epoch);
  }

  #isNext({ rev, epoch, data }: BusEvent): boolean {
    return this.#last !== null && rev === this.#last + 1 && data !== undefined && this.#isOurs(epoch);
  }

  #isOurs(epoch: string | undefined): boolean {
    return epoch === undefined || epoch === this.#epoch;
  }

  /** Processes the waiting events. Reads the missing rows once when the counter jumped. */
  async #processWaiting(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waiting.length > 0 && this.listeners.size > 0) await this.#processEvents(this.#waiting.splice(0));
    } catch (error) {
      this.#options.log('error', 'tunnel.repair_failed', { error });
      this.giveUp();
    } finally {
      this.#isReading = false;
    }
  }

  async #processEvents(events: readonly BusEvent[]): Promise<void> {
    let hasRead = false;
    const ordered = [...events].sort((a, b) => (a.rev ?? -1) - (b.rev ?? -1));
    for (const event of ordered) {
      if (!this.#isOurs(event.epoch)) return this.giveUp();
      if (this.#isRepeat(event)) continue;
      if (event.rev !== undefined && !this.#isNext(event) && !hasRead) {
        if (!(await this.#readRows(ordered.at(-1)?.rev ?? 0))) return;
        hasRead = true;
      }
      // All commits up to this counter value precede the read of the rows. When no row has this value, nothing is left
      // to deliver.
      if (!this.#isRepeat(event)) this.#deliver(event);
    }
  }

  /**
   * Delivers the present state of the changes up to a counter value that is known to be committed. Returns false when
   * there are too many rows: then all listeners must fetch over REST. Later changes arrive with their own events.
   */
  async #readRows(upTo: number): Promise<boolean> {
    const { source, channel } = this.#options;
    const rows = (await source.changesAfter?.(channel, this.#last ?? 0, MAX_RECOVERED + 1)) ?? [];
    if (rows.length > MAX_RECOVERED) {
      this.giveUp();
      return false;
    }
    // Former members receive none of these rows, even where the current member list is newer than the rows.
    const newest = rows.findLast((row) => participantsIn(row) !== null);
    if (newest) this.#endFormerMembers(newest);
    for (const row of rows) if ((row.rev ?? 0) <= upTo) this.#deliver(row);
    return true;
  }

  /**
   * Makes all listeners subscribe again. With a cursor they get the missed events, or the reply makes them fetch the
   * channel over REST.
   */
  giveUp(): void {
    this.#waiting = [];
    for (const subscription of [...this.listeners]) this.#options.end(subscription, 'server', true);
  }

  #deliver(event: TunnelEvent | BusEvent): void {
    const { rev, data } = event;
    if (rev !== undefined) this.#last = rev;
    if (data === undefined) return;
    this.#endFormerMembers(event);
    // Serialised once for all listeners.
    const frame = new Frame(this.eventOf(event));
    for (const subscription of this.listeners) deliver(subscription, frame, rev);
  }

  /** Returns the frame of an event on this channel. */
  eventOf({ event, rev, cursor, at, data }: TunnelEvent | BusEvent): EventFrame {
    const position = rev === undefined ? cursor : formatCursor(rev, this.#epoch);
    return {
      type: 'event',
      channel: this.#options.channel,
      event: event as TunnelEventName,
      ...(position !== undefined && { cursor: position }),
      at,
      data,
    };
  }

  /**
   * Unsubscribes listeners that an event does not list as participants. Listeners that received a newer list stay. A
   * listener that is still joining checks access again, because the user may have rejoined.
   */
  #endFormerMembers(event: TunnelEvent | BusEvent): void {
    const participantIds = participantsIn(event);
    if (!participantIds) return;
    const { rev } = event;
    for (const subscription of [...this.listeners]) {
      if (participantIds.includes(subscription.connection.userId)) continue;
      if (subscription.held) subscription.isDoubtful = true;
      else if (rev === undefined || rev > subscription.rev) this.#options.end(subscription, 'membership_ended', false);
    }
  }
}

/** Returns all participants of the conversation after an event, or null when the event does not list them. */
function participantsIn({ event, data }: TunnelEvent | BusEvent): readonly unknown[] | null {
  if (!membershipEvents.includes(event)) return null;
  const { participantIds } = data as { readonly participantIds?: unknown };
  return Array.isArray(participantIds) ? participantIds : null;
}
