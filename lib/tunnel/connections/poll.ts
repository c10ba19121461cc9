import { AppError, type ErrorName, rateLimited, unauthorized } from '#lib/core/errors.ts';
import { hasCursor } from '#lib/tunnel/channels/channels.ts';
import { formatComposite } from '#lib/tunnel/channels/cursor.ts';
import { CROWDED_SECONDS } from '#lib/tunnel/limits.ts';
import type { EventFrame, PollAnswer, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Caller, Line, OpenOptions, PollAsk } from '#lib/tunnel/tunnel.ts';
import { type CloseCode, closeCodes } from '#lib/tunnel/values.ts';
import type { Frame } from './frame.ts';
import type { TunnelSink } from './sink.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
type Refusal = Extract<ServerFrame, { type: 'error' }>;

/**
 * Returns the function that serves polls. It keeps no state between polls: each poll is a connection that ends with its
 * response.
 */
export function openPolls(open: Open) {
  const parked = new Map<string, () => void>();

  return async (caller: Caller, ask: PollAsk, signal: AbortSignal): Promise<PollAnswer> => {
    const key = `${caller.user.id} ${ask.clientId ?? ''}`;
    if (ask.clientId !== undefined) parked.get(key)?.();
    const poll = new Poll(ask);
    const line = open(caller, poll);
    const finish = (): void => poll.finish();
    const timer = setTimeout(() => poll.expire(), ask.timeoutSeconds * 1_000);
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
    if (ask.clientId !== undefined) parked.set(key, finish);
    try {
      line.receive(JSON.stringify({ type: 'subscribe', channels: ask.channels }));
      return await poll.answer;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      if (parked.get(key) === finish) parked.delete(key);
      line.gone();
    }
  };
}

/** A sink that collects frames until the poll can be answered. */
class Poll implements TunnelSink {
  readonly transport = 'poll';
  readonly answer: Promise<PollAnswer>;
  readonly #settle: PromiseWithResolvers<PollAnswer>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #cursors: (string | null)[];
  readonly #events: EventFrame[] = [];
  readonly #reset = new Set<string>();
  readonly #refusals: Refusal[] = [];
  /** Whether the poll responds as soon as every channel has replied. */
  #isBrief: boolean;
  #unanswered: number;

  constructor({ channels, timeoutSeconds }: PollAsk) {
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
    this.#places = new Map(channels.map(({ channel }, at) => [channel, at]));
    this.#cursors = channels.map(({ cursor }) => cursor ?? null);
    // A client that listens only for hints has no cursor to ask for first.
    const placed = channels.filter(({ channel }) => hasCursor(channel));
    const isFirst = placed.length > 0 && placed.every(({ cursor }) => cursor === undefined);
    this.#isBrief = timeoutSeconds === 0 || isFirst;
    this.#unanswered = channels.length;
  }

  write(frames: readonly Frame[]): void {
    for (const { frame } of frames) this.#take(frame);
    if (this.#unanswered > 0) return;
    if (this.#refusals.length > 0) this.#settle.reject(refusalOf(this.#refusals));
    else if (this.#isBrief || this.#events.length > 0 || this.#reset.size > 0) this.finish();
  }

  #take(frame: ServerFrame): void {
    switch (frame.type) {
      case 'subscribed':
        this.#unanswered -= 1;
        this.#move(frame);
        this.#events.push(...frame.events);
        if (frame.recovered === false) this.#reset.add(frame.channel);
        return;
      case 'event':
        this.#move(frame);
        this.#events.push(frame);
        return;
      case 'error':
        this.#unanswered -= 1;
        this.#refusals.push(frame);
        return;
      case 'unsubscribed':
        // The next poll learns what happened to the channel.
        this.#reset.add(frame.channel);
        return;
      case 'ack':
      case 'ping':
      case 'reconnect':
      case 'welcome':
        return;
    }
  }

  #move({ channel, cursor }: { readonly channel: string; readonly cursor?: string }): void {
    const place = this.#places.get(channel);
    if (place !== undefined && cursor !== undefined) this.#cursors[place] = cursor;
  }

  /** Ends the wait when the poll's time is up. Waits only for channels that have not replied yet. */
  expire(): void {
    if (this.#unanswered > 0) this.#isBrief = true;
    else this.finish();
  }

  /** Resolves the poll with what was collected. */
  finish(): void {
    this.#settle.resolve({
      cursor: formatComposite(this.#cursors),
      events: this.#events,
      reset: [...this.#reset],
    });
  }

  pendingBytes(): number {
    return 0;
  }

  ping(): void {
    // A waiting poll ends with its own timeout.
  }

  end(code: CloseCode): void {
    if (code === closeCodes.revoked || code === closeCodes.noSession) this.#settle.reject(unauthorized());
    // After a normal response the client would poll again at once and displace the next connection.
    else if (code === closeCodes.tooMany)
      this.#settle.reject(rateLimited('Too many connections; wait a minute', CROWDED_SECONDS));
    else this.finish();
  }
}

/**
 * Returns one error for the channels with the same status, with the reason for each channel. Temporary refusals take
 * precedence and stand alone: beside a permanent refusal, a client would treat them as permanent.
 */
function refusalOf(refusals: readonly Refusal[]): AppError {
  const first = refusals.find(({ temporary }) => temporary) ?? refusals[0];
  const alike = refusals.filter(({ statusCode, temporary }) =>
    first?.temporary ? temporary : statusCode === first?.statusCode,
  );
  const details = Object.fromEntries(alike.map(({ channel = '', message }) => [channel, message]));
  return new AppError((first?.error ?? 'NotFound') as ErrorName, first?.message ?? '', {
    details,
    ...(first?.retryAfter !== undefined && { retryAfter: first.retryAfter }),
  });
}
