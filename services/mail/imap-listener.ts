import { setTimeout as wait } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import {
  type Channel,
  type ListenerEvents,
  type ListenerState,
  MailboxError,
  type MailboxListener,
  type MailboxTrouble,
} from '#lib/crm/mailboxes/ports.ts';
import { connectImap, type ImapLine, type ImapMeans } from './imap-connection.ts';
import { trouble, troubleOf } from './imap-trouble.ts';

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
/** A connection that lasted this long was good, so the next attempt follows quickly again. */
const GOOD_LINE_MS = MINUTE_MS;
/** Waits this long from the third wrong login on, because more attempts would only lock the account. */
const WRONG_LOGIN_WAIT_MS = HOUR_MS;
const WRONG_LOGINS = 3;
const MAX_IDLE_MS = 5 * MINUTE_MS;
const SILENT_MS = MINUTE_MS;
const SHORTEST_IDLE_MS = SECOND_MS;
/** A stopping listener does not wait for a server that no longer responds. */
const GOODBYE_MS = SECOND_MS / 2;

export type ListenerWorld = {
  readonly channel: Channel;
  readonly means: ImapMeans;
  readonly events: ListenerEvents;
  readonly now: () => Date;
};

/** Returns the milliseconds before attempt `failures + 1`: from one second to five minutes, half of it random. */
export function waitMsAfter(failures: number, chance: number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}

/**
 * Keeps one connection to a channel's mailbox and reports new mail. A broken connection is reopened after an increasing
 * wait. Each new connection counts as new mail, because mails that arrived in between were not noticed.
 */
export class ImapListener implements MailboxListener {
  readonly #world: ListenerWorld;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  #state: ListenerState = 'connecting';
  #since: string;
  #lastEventAt: string | null = null;
  #line: ImapLine | null = null;

  constructor(world: ListenerWorld) {
    this.#world = world;
    this.#since = world.now().toISOString();
    this.#done = this.#run();
  }

  get state(): ListenerState {
    return this.#state;
  }

  get since(): string {
    return this.#since;
  }

  get lastEventAt(): string | null {
    return this.#lastEventAt;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#line?.close(GOODBYE_MS);
    await this.#done;
  }

  async #run(): Promise<void> {
    let failures = 0;
    let wrongLogins = 0;
    while (!this.#closing.signal.aborted) {
      this.#move('connecting', null);
      const { held, why } = await this.#hold();
      failures = held > GOOD_LINE_MS ? 1 : failures + 1;
      wrongLogins = why.kind === 'auth_failed' ? wrongLogins + 1 : 0;
      if (this.#closing.signal.aborted) break;
      this.#move('waiting', why);
      await this.#pause(wrongLogins >= WRONG_LOGINS ? WRONG_LOGIN_WAIT_MS : waitMsAfter(failures, Math.random()));
    }
    this.#move('closed', null);
  }

  /** Runs one connection until it breaks. Returns how long it lasted and why it broke. */
  async #hold(): Promise<{ readonly held: number; readonly why: MailboxTrouble }> {
    let from = Number.POSITIVE_INFINITY;
    try {
      const { channel } = this.#world;
      const line = await this.#connect();
      this.#line = line;
      await line.within(line.client.mailboxOpen(channel.mailbox));
      from = performance.now();
      line.client.on('exists', () => this.#mailArrived());
      this.#move('idle', null);
      this.#mailArrived();
      await this.#idleUntilBroken(line.client);
      return { held: performance.now() - from, why: trouble('NoConnection').trouble };
    } catch (error) {
      return { held: performance.now() - from, why: troubleOf(error) };
    } finally {
      await this.#line?.close();
      this.#line = null;
    }
  }

  /**
   * Returns a new connection. When the listener is closed meanwhile, a connection still being opened is not awaited.
   */
  async #connect(): Promise<ImapLine> {
    const { channel, means } = this.#world;
    const { signal } = this.#closing;
    const connecting = connectImap(channel, means, { maxIdleTime: MAX_IDLE_MS, socketTimeout: SILENT_MS });
    const closing = Promise.withResolvers<null>();
    const end = (): void => closing.resolve(null);
    signal.addEventListener('abort', end);
    const line = await Promise.race([connecting, closing.promise]).finally(() =>
      signal.removeEventListener('abort', end),
    );
    if (line !== null && !signal.aborted) return line;
    void connecting.then((late) => late.close(GOODBYE_MS)).catch(() => undefined);
    throw trouble('NoConnection');
  }

  #mailArrived(): void {
    this.#lastEventAt = this.#world.now().toISOString();
    this.#world.events.exists();
  }

  #move(state: ListenerState, why: MailboxTrouble | null): void {
    this.#state = state;
    this.#since = this.#world.now().toISOString();
    this.#world.events.state(state, why);
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }

  /** Idles until the connection breaks. IDLE ends every few minutes and after any other command, and is restarted. */
  async #idleUntilBroken(client: ImapFlow): Promise<void> {
    let failed: unknown;
    client.on('error', (error: unknown) => {
      failed = error;
      client.close();
    });
    while (client.usable && !this.#closing.signal.aborted) {
      const from = performance.now();
      const answer = await client.idle();
      if (answer === false && client.usable) throw trouble('IdleRefused');
      // A server that ends each IDLE immediately must not be asked a thousand times a second.
      if (performance.now() - from < SHORTEST_IDLE_MS) await this.#pause(SHORTEST_IDLE_MS);
    }
    if (failed !== undefined) throw new MailboxError(troubleOf(failed));
  }
}
