import { EventSource } from 'eventsource';
import { WebSocket } from 'ws';
import type { EventFrame, PollAnswer, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Transport } from '#lib/tunnel/values.ts';

/** How a listener's connection ended: a close code, or the status of a refusal. */
export type Ending = { readonly code?: number; readonly status?: number };

export type Wanted = { readonly channel: string; readonly cursor?: string | undefined };

/** A client of one transport, as third-party programs write it. */
export type ListenerClient = {
  readonly events: EventFrame[];
  readonly frames: ServerFrame[];
  /** Channels that the client had to read over REST. */
  readonly resets: string[];
  /** The refusal of each channel. */
  readonly refused: Map<string, number>;
  /** The last cursor of each channel. */
  readonly cursors: Map<string, string>;
  readonly ended: Promise<Ending>;
  /** Resolves when the server has responded for every channel. */
  readonly joined: Promise<void>;
  /** Resolves when `holds` returns true; rejects when the connection ends first. */
  until(holds: () => boolean): Promise<void>;
  /** Drops the connection without a close frame. */
  cut(): void;
};

type Dial = { readonly origin: string; readonly cookie: string; readonly headers?: Readonly<Record<string, string>> };

export const listen = (transport: Transport, dial: Dial, wanted: readonly Wanted[]): ListenerClient => {
  const listener = new Listener(wanted);
  const hangUp = { websocket: overSocket, sse: overStream, poll: overPolls }[transport](dial, wanted, listener);
  return Object.assign(listener, {
    cut: () => {
      hangUp();
      listener.end({});
    },
  });
};

/** What all transports share: the frames. */
class Listener {
  readonly events: EventFrame[] = [];
  readonly frames: ServerFrame[] = [];
  readonly resets: string[] = [];
  readonly refused = new Map<string, number>();
  readonly cursors = new Map<string, string>();
  readonly #waiting = new Set<() => void>();
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #joined = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;
  readonly joined = this.#joined.promise;
  #unanswered: number;
  isOver = false;

  constructor(wanted: readonly Wanted[]) {
    this.#unanswered = wanted.length;
    this.joined.catch(() => undefined);
    for (const { channel, cursor } of wanted) if (cursor !== undefined) this.cursors.set(channel, cursor);
  }

  hear(frame: ServerFrame): void {
    if (this.isOver) return;
    this.frames.push(frame);
    if (frame.type === 'subscribed') {
      if (frame.cursor !== undefined) this.cursors.set(frame.channel, frame.cursor);
      if (frame.recovered === false) this.resets.push(frame.channel);
      this.events.push(...frame.events);
      this.answered();
    } else if (frame.type === 'event') {
      if (frame.cursor !== undefined) this.cursors.set(frame.channel, frame.cursor);
      this.events.push(frame);
    } else if (frame.type === 'error') {
      this.refused.set(frame.channel ?? '', frame.statusCode);
      this.answered();
    }
    for (const look of this.#waiting) look();
  }

  answered(count = 1): void {
    this.#unanswered -= count;
    if (this.#unanswered <= 0) this.#joined.resolve();
  }

  end(ending: Ending): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#ended.resolve(ending);
    this.#joined.reject(new Error(`the line ended first: ${JSON.stringify(ending)}`));
    for (const look of this.#waiting) look();
  }

  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!holds() && !this.isOver) return;
        this.#waiting.delete(look);
        if (holds()) resolve();
        else reject(new Error('the line ended first'));
      };
      this.#waiting.add(look);
      look();
    });
  }
}

function overSocket({ origin, cookie, headers }: Dial, wanted: readonly Wanted[], listener: Listener): () => void {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/tunnel/ws`, 'tunnel.v1', {
    headers: { cookie, ...headers },
  });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', id: 1, channels: wanted })));
  socket.on('message', (data) => {
    for (const line of (data as Buffer).toString().split('\n')) {
      const frame = JSON.parse(line) as ServerFrame;
      if (frame.type === 'ping') socket.send('{"type":"pong"}');
      listener.hear(frame);
    }
  });
  socket.on('unexpected-response', (request, reply) => {
    listener.end({ status: reply.statusCode ?? 0 });
    request.destroy();
  });
  socket.on('error', () => listener.end({}));
  socket.on('close', (code) => listener.end({ code }));
  return () => socket.terminate();
}

const compositeOf = (wanted: readonly Wanted[], cursors: ReadonlyMap<string, string>): string =>
  wanted.flatMap(({ channel }, at) => (cursors.has(channel) ? [`${at}=${cursors.get(channel)}`] : [])).join(',');

function queryOf(wanted: readonly Wanted[], name: string, cursors: ReadonlyMap<string, string>): URLSearchParams {
  const query = new URLSearchParams(wanted.map(({ channel }) => ['channel', channel]));
  const composite = compositeOf(wanted, cursors);
  if (composite !== '') query.set(name, composite);
  return query;
}

function overStream({ origin, cookie, headers }: Dial, wanted: readonly Wanted[], listener: Listener): () => void {
  const query = queryOf(wanted, 'lastEventId', listener.cursors);
  const source = new EventSource(`${origin}/api/tunnel/sse?${query}`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, cookie, ...headers } }),
  });
  source.addEventListener('message', ({ data }) => listener.hear(JSON.parse(data) as ServerFrame));
  source.addEventListener('error', ({ code }) => {
    source.close();
    listener.end(code === undefined ? {} : { status: code });
  });
  return () => source.close();
}

function overPolls({ origin, cookie, headers }: Dial, wanted: readonly Wanted[], listener: Listener): () => void {
  const leave = new AbortController();
  void (async () => {
    for (let polls = 0; !listener.isOver; polls++) {
      const query = queryOf(wanted, 'cursor', listener.cursors);
      // The first poll asks for the current state at once; the later ones wait.
      if (polls === 0) query.set('timeout', '0');
      const reply = await fetch(`${origin}/api/tunnel/poll?${query}`, {
        headers: { cookie, ...headers },
        signal: leave.signal,
      });
      if (!reply.ok) {
        const { details = {} } = (await reply.json()) as { details?: Record<string, string> };
        for (const channel of Object.keys(details)) listener.refused.set(channel, reply.status);
        return listener.end({ status: reply.status });
      }
      const { cursor, events, reset } = (await reply.json()) as PollAnswer;
      if (listener.isOver) return;
      for (const part of cursor.split(',').filter((text) => text !== '')) {
        const [at = '', value = ''] = part.split('=');
        listener.cursors.set(wanted[Number(at)]?.channel ?? '', value);
      }
      listener.resets.push(...reset);
      listener.answered(wanted.length);
      for (const event of events) listener.hear(event);
      // Waiters check their conditions again although no event arrived.
      if (events.length === 0) listener.hear({ type: 'ping' });
    }
  })().catch(() => listener.end({}));
  return () => leave.abort();
}
