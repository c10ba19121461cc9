import type { Connection } from '#lib/tunnel/connections/connection.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';

/** The last read of a session and its user. */
export type Reading = Pick<Connection, 'caller' | 'checkedAtMs' | 'sessionEndsMs'>;

/**
 * The users who were connected a moment ago. When a network breaks, all its users come back within seconds. Their last
 * read stays valid as long as with an open connection, so the reconnect needs no new read.
 */
export class Leavers {
  /** By session id, the latest to leave at the end. */
  readonly #readings = new Map<string, Reading>();
  readonly #isFresh: (reading: Reading, nowMs: number) => boolean;

  constructor(isFresh: (reading: Reading, nowMs: number) => boolean) {
    this.#isFresh = isFresh;
  }

  get isEmpty(): boolean {
    return this.#readings.size === 0;
  }

  note({ caller, checkedAtMs, sessionEndsMs }: Reading): void {
    this.#readings.delete(caller.session.id);
    this.#readings.set(caller.session.id, { caller, checkedAtMs, sessionEndsMs });
  }

  find(userId: string, sessionId: string, nowMs: number): Reading | null {
    const reading = this.#readings.get(sessionId);
    return reading && isOf(reading.caller, userId) && this.#isFresh(reading, nowMs) ? reading : null;
  }

  forget(userId: string): void {
    for (const [sessionId, { caller }] of this.#readings) if (isOf(caller, userId)) this.#readings.delete(sessionId);
  }

  /** Forgets expired reads. No read is valid longer than the interval, so the latest to leave is forgotten last. */
  beat(nowMs: number): void {
    for (const [sessionId, reading] of this.#readings) {
      if (this.#isFresh(reading, nowMs)) return;
      this.#readings.delete(sessionId);
    }
  }
}

const isOf = ({ user }: Caller, userId: string): boolean => user.id === userId;
