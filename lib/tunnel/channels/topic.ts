import type { Log } from '#lib/context/ports/log.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { Frame } from '#lib/tunnel/connections/frame.ts';
import type { ChannelSource, TunnelEvent } from '#lib/tunnel/ports.ts';
import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import { MAX_RECOVERED, type TunnelEventName, type UnsubscribedReason } from '#lib/tunnel/values.ts';
import type { TunnelChannel } from './channels.ts';
import { formatCursor } from './cursor.ts';
import { type Subscription, tell } from './subscription.ts';

type Options = {
  readonly channel: TunnelChannel;
  readonly source: ChannelSource;
  readonly log: Log;
  /** Cuts a listener off and tells them. */
  readonly end: (subscription: Subscription, reason: UnsubscribedReason, resubscribe: boolean) => void;
};

/** Events whose data names all who are in the conversation after them. */
const membershipEvents: readonly string[] = ['member.joined', 'member.left', 'conversation.updated'];

/**
 * One channel as this process listens to it. It knows how far its counter was delivered: what comes again is dropped, and
 * before a gap is crossed the rows in between are read, so that a bus may lose, repeat and reorder.
 */
export class Topic {
  readonly listeners = new Set<Subscription>();
  readonly #options: Options;
  /** The counter up to which all listeners were told; null until the first of them has read where the channel stands. */
  #last: number | null = null;
  #epoch = '';
  #waiting: BusEvent[] = [];
  #isReading = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Registers a listener before anything is read: what comes from now on is held for them. */
  join(subscription: Subscription): void {
    subscription.least = this.#last ?? -1;
    this.listeners.add(subscription);
  }

  /** Says where the channel stood when a listener read it; the first one sets the counter. */
  begin(rev: number, epoch: string): void {
    if (this.#last !== null) return;
    this.#last = rev;
    this.#epoch = epoch;
    // Nobody hears again what lies before it, so whoever is still reading must have read as far.
    for (const one of this.listeners) one.least = Math.max(one.least, rev);
    if (this.#waiting.length > 0) void this.#readOn();
  }

  take(event: BusEvent): void {
    const { rev } = event;
    const mustWait = this.#isReading || (rev !== undefined && !this.#isNext(event) && !this.#isRepeat(event));
    if (mustWait) {
      this.#waiting.push(event);
      if (this.#last !== null) void this.#readOn();
    } else if (!this.#isRepeat(event)) this.#pass(event);
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

  /** Works off what waits, reading rows once where the counter jumped. */
  async #readOn(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waiting.length > 0 && this.listeners.size > 0) await this.#readFor(this.#waiting.splice(0));
    } catch (error) {
      this.#options.log('error', 'tunnel.repair_failed', { error });
      this.giveUp();
    } finally {
      this.#isReading = false;
    }
  }

  async #readFor(events: readonly BusEvent[]): Promise<void> {
    let hasRead = false;
    const ordered = [...events].sort((a, b) => (a.rev ?? -1) - (b.rev ?? -1));
    for (const event of ordered) {
      if (!this.#isOurs(event.epoch)) return this.giveUp();
      if (this.#isRepeat(event)) continue;
      if (event.rev !== undefined && !this.#isNext(event) && !hasRead) {
        if (!(await this.#readRows(ordered.at(-1)?.rev ?? 0))) return;
        hasRead = true;
      }
      // Everything up to here had been committed before the rows were read: where none has this number, none has changed.
      if (!this.#isRepeat(event)) this.#pass(event);
    }
  }

  /**
   * Delivers the present state of what changed up to a counter that is known to be committed; false where that is too much
   * and everybody was sent to REST. What has changed beyond it meanwhile is told by its own event.
   */
  async #readRows(upTo: number): Promise<boolean> {
    const { source, channel } = this.#options;
    const rows = (await source.changesAfter?.(channel, this.#last ?? 0, MAX_RECOVERED + 1)) ?? [];
    if (rows.length > MAX_RECOVERED) {
      this.giveUp();
      return false;
    }
    // Who is no member any more hears nothing of it, also where the list as it is now is newer than what is told.
    const newest = rows.findLast((row) => participantsIn(row) !== null);
    if (newest) this.#endFormerMembers(newest);
    for (const row of rows) if ((row.rev ?? 0) <= upTo) this.#pass(row);
    return true;
  }

  /** Everybody subscribes anew: with a cursor they get what can be had, or are told to fetch. */
  giveUp(): void {
    this.#waiting = [];
    for (const one of [...this.listeners]) this.#options.end(one, 'server', true);
  }

  #pass(event: TunnelEvent | BusEvent): void {
    const { rev, data } = event;
    if (rev !== undefined) this.#last = rev;
    if (data === undefined) return;
    this.#endFormerMembers(event);
    // Made once for all who hear it.
    const frame = new Frame(this.eventOf(event));
    for (const one of this.listeners) tell(one, frame, rev);
  }

  /** What is said of an event on this channel. */
  eventOf({ event, rev, cursor, at, data }: TunnelEvent | BusEvent): EventFrame {
    const stand = rev === undefined ? cursor : formatCursor(rev, this.#epoch);
    return {
      type: 'event',
      channel: this.#options.channel,
      event: event as TunnelEventName,
      ...(stand !== undefined && { cursor: stand }),
      at,
      data,
    };
  }

  /** The list is news to whoever has not been told as far; who is just joining asks again, because they may be back. */
  #endFormerMembers(event: TunnelEvent | BusEvent): void {
    const participantIds = participantsIn(event);
    if (!participantIds) return;
    const { rev } = event;
    for (const one of [...this.listeners]) {
      if (participantIds.includes(one.connection.userId)) continue;
      if (one.held) one.isDoubtful = true;
      else if (rev === undefined || rev > one.rev) this.#options.end(one, 'membership_ended', false);
    }
  }
}

/** All who are in the conversation after an event; null where it does not name them. */
function participantsIn({ event, data }: TunnelEvent | BusEvent): readonly unknown[] | null {
  if (!membershipEvents.includes(event)) return null;
  const { participantIds } = data as { readonly participantIds?: unknown };
  return Array.isArray(participantIds) ? participantIds : null;
}
