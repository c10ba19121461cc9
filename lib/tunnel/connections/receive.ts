import type { Runtime } from '#lib/context/runtime.ts';
import { AppError, forbidden, invalid, rateLimited } from '#lib/core/errors.ts';
import { conversationIdOf, parseChannel } from '#lib/tunnel/channels/channels.ts';
import type { OpenChannels } from '#lib/tunnel/channels/open-channels.ts';
import { MAX_CHANNELS } from '#lib/tunnel/limits.ts';
import { type ClientFrame, clientFrame, type ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import type { Connection } from './connection.ts';

/** The parts of the hub that a client's frame acts on. */
type Receiver = {
  readonly runtime: Pick<Runtime, 'now' | 'log'>;
  readonly channels: Pick<OpenChannels, 'subscribe' | 'unsubscribe' | 'take'>;
};

/** Handles the frames of a message in order, after those of earlier messages. An invalid frame ends the connection. */
export function receive(hub: Receiver, connection: Connection, text: string): void {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const frame = parseFrame(line);
    if (!connection.allowance.frame(nowMs(hub))) connection.end(closeCodes.frameRate, 'too many frames');
    else if (!frame) connection.end(closeCodes.badFrame, 'bad frame');
    else if (frame.type !== 'pong') enqueue(hub, connection, frame);
    if (!connection.isOpen) return;
  }
}

const nowMs = ({ runtime }: Receiver): number => runtime.now().getTime();

function parseFrame(line: string): ClientFrame | null {
  try {
    return clientFrame.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function enqueue(hub: Receiver, connection: Connection, frame: ClientFrame): void {
  const done: Promise<void> = (connection.work ?? Promise.resolve())
    .then(() => (connection.isOpen ? perform(hub, connection, frame) : undefined))
    .finally(() => {
      if (connection.work === done) connection.work = null;
    });
  connection.work = done;
}

async function perform(hub: Receiver, connection: Connection, frame: ClientFrame): Promise<void> {
  const id = 'id' in frame ? frame.id : undefined;
  const ack = () => {
    if (id !== undefined) connection.sendFrame({ type: 'ack', id });
  };
  switch (frame.type) {
    case 'subscribe':
      return subscribeAll(hub, connection, frame);
    case 'unsubscribe':
      return respond(hub, connection, { id, channel: frame.channel }, async () => {
        hub.channels.unsubscribe(connection, parseChannel(frame.channel));
        ack();
      });
    case 'publish':
      return respond(hub, connection, { id, channel: frame.channel, isQuiet: id === undefined }, async () => {
        const channel = parseChannel(frame.channel);
        if (frame.event !== 'typing' || conversationIdOf(channel) === null)
          throw forbidden('Clients may publish only typing events of a conversation');
        if (!connection.subscriptions.has(channel)) throw forbidden('Subscribe to this channel first');
        await hub.channels.take(connection, channel, frame.data);
        ack();
      });
    case 'ping':
      return ack();
    case 'pong':
      return undefined;
  }
}

/** Subscribes to all named channels at once. A channel that is listed twice is subscribed once and gets an error frame. */
async function subscribeAll(
  hub: Receiver,
  connection: Connection,
  { id, channels, channel = '', cursor }: Extract<ClientFrame, { type: 'subscribe' }>,
): Promise<void> {
  const named = new Set<string>();
  await Promise.all(
    (channels ?? [{ channel, cursor }]).map(async (wanted) => {
      const isTwice = named.has(wanted.channel);
      named.add(wanted.channel);
      const call = { id, channel: wanted.channel, cursor: wanted.cursor };
      if (isTwice)
        connection.sendFrame(
          errorFrame(invalid('A channel is listed twice', { channel: 'must not be listed twice' }), call),
        );
      else await subscribe(hub, connection, call);
    }),
  );
}

type Call = {
  readonly id: number | undefined;
  readonly channel: string;
  /** The client does not wait for a reply, so no error frame is sent. */
  readonly isQuiet?: boolean;
};

function subscribe(hub: Receiver, connection: Connection, call: Call & { readonly cursor: string | undefined }) {
  return respond(hub, connection, call, async () => {
    const wait = connection.allowance.subscribe(nowMs(hub));
    if (wait > 0) throw rateLimited('Too many subscriptions; wait a moment', wait);
    const channel = parseChannel(call.channel);
    if (connection.isFull && !connection.subscriptions.has(channel))
      throw invalid(`A connection can subscribe to at most ${MAX_CHANNELS} channels`, {
        channel: 'exceeds the maximum number of channels',
      });
    const { id } = call;
    await hub.channels.subscribe(connection, channel, call.cursor, ({ events, ...joined }) =>
      connection.sendFrame({
        type: 'subscribed',
        ...(id !== undefined && { id }),
        channel,
        ...joined,
        events: [...events],
      }),
    );
  });
}

/** Runs an action. An error becomes an error frame with the names and statuses of REST. */
async function respond(hub: Receiver, connection: Connection, call: Call, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    const error = thrown instanceof AppError ? thrown : null;
    if (!error) hub.runtime.log('error', 'tunnel.frame_failed', { connectionId: connection.id, cause: thrown });
    if (!call.isQuiet) connection.sendFrame(errorFrame(error, call));
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
