import type { Connection } from '#lib/tunnel/connections/connection.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';

/** What was last read of who holds a session. */
export type Reading = Pick<Connection, 'caller' | 'checkedAtMs' | 'sessionEndsMs'>;

/**
 * Who was connected a moment ago. Where a network breaks, all come back within seconds: what was read of them counts as
 * long as it would have, had they stayed, and nobody is read twice for it.
 */
export class Leavers {
  /** By session, who left last at the end. */
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

  /** Forgets whose reading has run out. Nothing counts longer than its interval, so who left last goes last. */
  beat(nowMs: number): void {
    for (const [sessionId, reading] of this.#readings) {
      if (this.#isFresh(reading, nowMs)) return;
      this.#readings.delete(sessionId);
    }
  }
}

const isOf = ({ user }: Caller, userId: string): boolean => user.id === userId;
