import type { Log } from '#lib/context/ports/log.ts';
import { AppError, forbidden, invalid, rateLimited } from '#lib/core/errors.ts';
import { conversationIdOf, parseChannel, type TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import type { Joined } from '#lib/tunnel/channels/subscribe.ts';
import { type ClientFrame, clientFrame, type ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { closeCodes, MAX_CHANNELS } from '#lib/tunnel/values.ts';
import type { Connection } from './connection.ts';

/** The actions that a client's frame may trigger. */
export type Deeds = {
  readonly nowMs: () => number;
  readonly log: Log;
  readonly subscribe: (
    connection: Connection,
    channel: TunnelChannel,
    since: string | undefined,
    answer: (joined: Joined) => void,
  ) => Promise<void>;
  readonly unsubscribe: (connection: Connection, channel: TunnelChannel) => void;
  readonly take: (connection: Connection, channel: TunnelChannel, data: unknown) => Promise<void>;
};

/** Handles a client's message frame by frame, after earlier messages. An unreadable frame ends the connection. */
export function receive(deeds: Deeds, connection: Connection, text: string): void {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const frame = parseFrame(line);
    if (!connection.allowance.frame(deeds.nowMs())) connection.end(closeCodes.frameRate, 'too many frames');
    else if (!frame) connection.end(closeCodes.badFrame, 'bad frame');
    else if (frame.type !== 'pong') enqueue(deeds, connection, frame);
    if (!connection.isOpen) return;
  }
}

function parseFrame(line: string): ClientFrame | null {
  try {
    return clientFrame.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function enqueue(deeds: Deeds, connection: Connection, frame: ClientFrame): void {
  const done: Promise<void> = (connection.work ?? Promise.resolve())
    .then(() => (connection.isOpen ? perform(deeds, connection, frame) : undefined))
    .finally(() => {
      if (connection.work === done) connection.work = null;
    });
  connection.work = done;
}

async function perform(deeds: Deeds, connection: Connection, frame: ClientFrame): Promise<void> {
  const id = 'id' in frame ? frame.id : undefined;
  const ack = () => {
    if (id !== undefined) connection.say({ type: 'ack', id });
  };
  switch (frame.type) {
    case 'subscribe':
      return subscribeAll(deeds, connection, frame);
    case 'unsubscribe':
      return answering(deeds, connection, { id, channel: frame.channel }, async () => {
        deeds.unsubscribe(connection, parseChannel(frame.channel));
        ack();
      });
    case 'publish':
      return answering(deeds, connection, { id, channel: frame.channel, isQuiet: id === undefined }, async () => {
        const channel = parseChannel(frame.channel);
        if (frame.event !== 'typing' || conversationIdOf(channel) === null)
          throw forbidden('Clients may publish only typing events of a conversation');
        if (!connection.subscriptions.has(channel)) throw forbidden('Subscribe to this channel first');
        await deeds.take(connection, channel, frame.data);
        ack();
      });
    case 'ping':
      return ack();
    case 'pong':
      return undefined;
  }
}

/** Subscribes to all named channels at once. A channel that must not be listed twice is subscribed to once. */
async function subscribeAll(
  deeds: Deeds,
  connection: Connection,
  { id, channels, channel = '', cursor }: Extract<ClientFrame, { type: 'subscribe' }>,
): Promise<void> {
  const named = new Set<string>();
  await Promise.all(
    (channels ?? [{ channel, cursor }]).map(async (one) => {
      const isTwice = named.has(one.channel);
      named.add(one.channel);
      const call = { id, channel: one.channel, cursor: one.cursor };
      if (isTwice)
        connection.say(errorFrame(invalid('A channel is listed twice', { channel: 'must not be listed twice' }), call));
      else await subscribe(deeds, connection, call);
    }),
  );
}

type Call = {
  readonly id: number | undefined;
  readonly channel: string;
  /** The client does not wait for a reply, so no error frame is sent. */
  readonly isQuiet?: boolean;
};

function subscribe(deeds: Deeds, connection: Connection, call: Call & { readonly cursor: string | undefined }) {
  return answering(deeds, connection, call, async () => {
    const wait = connection.allowance.subscribe(deeds.nowMs());
    if (wait > 0) throw rateLimited('Too many subscriptions; wait a moment', wait);
    const channel = parseChannel(call.channel);
    if (connection.isFull && !connection.subscriptions.has(channel))
      throw invalid(`A connection can subscribe to at most ${MAX_CHANNELS} channels`, {
        channel: 'exceeds the maximum number of channels',
      });
    const { id } = call;
    await deeds.subscribe(connection, channel, call.cursor, ({ events, ...joined }) =>
      connection.say({ type: 'subscribed', ...(id !== undefined && { id }), channel, ...joined, events: [...events] }),
    );
  });
}

/** Runs one action. An error becomes an error frame with the names and statuses of REST. */
async function answering(deeds: Deeds, connection: Connection, call: Call, deed: () => Promise<void>): Promise<void> {
  try {
    await deed();
  } catch (thrown) {
    const error = thrown instanceof AppError ? thrown : null;
    if (!error) deeds.log('error', 'tunnel.frame_failed', { connectionId: connection.id, cause: thrown });
    if (!call.isQuiet) connection.say(errorFrame(error, call));
  }
}

/** Returns the error frame for the client. The frame of an internal error carries no details. */
export function errorFrame(error: AppError | null, { id, channel }: Call): ServerFrame {
  const status = error?.status ?? 500;
  return {
    type: 'error',
    ...(id !== undefined && { id }),
    channel,
    error: error?.name ?? 'InternalServerError',
    message: error && status !== 500 ? error.message : 'Something went wrong on our side',
    statusCode: status,
    temporary: [429, 500, 503].includes(status),
    ...(error?.retryAfter !== undefined && { retryAfter: error.retryAfter }),
  };
}
