import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { formatComposite } from '#lib/tunnel/channels/cursor.ts';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import { RECONNECT_SPREAD_MS } from '#lib/tunnel/limits.ts';
import type { Caller, Line, OpenOptions, StreamAsk } from '#lib/tunnel/tunnel.ts';
import { closeCodes } from '#lib/tunnel/values.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
/** Fills the buffer of a proxy, because a buffering proxy forwards only when its buffer is full. */
const PADDING = 2048;
const GREETING = Buffer.from(`retry: 2000\n\n:${' '.repeat(PADDING)}\n\n`);
// The heartbeat is a named event, because page code does not receive SSE comments and its watchdog needs a sign of life.
const PING = Buffer.from('event: ping\ndata: {}\n\n');

const LINE_END = Buffer.from('\r\n');

const OVERLOAD = Buffer.from(
  `data: ${JSON.stringify({ type: 'reconnect', afterMs: RECONNECT_SPREAD_MS, reason: 'overload' })}\n\n`,
);

/** The output of a stream: the socket of our own server, or a body that a platform sends. */
type Out = {
  write(bytes: Buffer): void;
  pendingBytes(): number;
  end(): void;
  /** Ends the stream without the bytes that the client has not read. */
  drop(): void;
};

type Opening = { readonly caller: Caller; readonly ask: StreamAsk; readonly options: OpenOptions | undefined };

/** Opens streams of server-sent events. A stream joins the hub only when its sending starts. */
export function openStreams(open: Open) {
  const waiting = new WeakMap<ReadableStream, Opening>();
  const chunkOf = openChunker();

  return {
    /** Returns a body that opens its connection to the hub when the body is first read. */
    stream(caller: Caller, ask: StreamAsk, signal: AbortSignal, options?: OpenOptions): ReadableStream<Uint8Array> {
      const opening = { caller, ask, options };
      let line: Line | undefined;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            // A caller who left before the first read gets nothing. No abort event would follow.
            if (!line && signal.aborted) return controller.close();
            line ??= begin(open, opening, intoBody(controller));
            line.drained();
          },
          cancel: () => line?.gone(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      );
      // A framework may not cancel the body of a caller who left.
      signal.addEventListener('abort', () => line?.gone(), { once: true });
      waiting.set(body, opening);
      return body;
    },

    /**
     * Writes such a body directly into the socket of our own server, at a fraction of the cost. Returns false for any
     * other body.
     */
    sendStraight(body: ReadableStream, response: ServerResponse): boolean {
      const opening = waiting.get(body);
      if (!opening) return false;
      // A response that is already closed never emits `close` again.
      if (response.destroyed) return true;
      const { socket } = response;
      const drained = (): void => line.drained();
      const line = begin(open, opening, socket ? intoSocket(response, socket, chunkOf) : intoResponse(response));
      response.on('drain', drained);
      socket?.on('drain', drained);
      response.once('close', () => {
        socket?.off('drain', drained);
        line.gone();
      });
      response.on('error', () => response.destroy());
      return true;
    },
  };
}

const intoBody = (controller: ReadableStreamDefaultController<Uint8Array>): Out => ({
  write: (bytes) => controller.enqueue(bytes),
  pendingBytes: () => Math.max(0, -(controller.desiredSize ?? 0)),
  end: () => controller.close(),
  drop: () => controller.error(new Error('The client reads too slowly')),
});

const intoResponse = (response: ServerResponse): Out => ({
  write: (bytes) => response.write(bytes),
  pendingBytes: () => response.writableLength,
  end: () => response.end(),
  drop: () => response.destroy(),
});

/**
 * Writes past the response once its headers are sent. A frame for many clients is encoded once as a chunk (RFC 9112
 * 7.1) and is one write for each client. The response still begins and ends the stream.
 */
const intoSocket = (response: ServerResponse, socket: Socket, chunkOf: (bytes: Buffer) => Buffer): Out => ({
  ...intoResponse(response),
  write(bytes) {
    if (response.headersSent && response.chunkedEncoding && !response.writableEnded) socket.write(chunkOf(bytes));
    else response.write(bytes);
  },
});

/** Returns the function that encodes a chunk. It caches the last chunk, which the next client usually needs too. */
function openChunker(): (bytes: Buffer) => Buffer {
  let last: Buffer | undefined;
  let chunk: Buffer = Buffer.alloc(0);
  return (bytes) => {
    if (bytes !== last) chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, LINE_END]);
    last = bytes;
    return chunk;
  };
}

function begin(open: Open, { caller, ask, options }: Opening, out: Out): Line {
  out.write(GREETING);
  const line = open(caller, sinkOf(ask, out), options);
  line.receive(JSON.stringify({ type: 'subscribe', channels: ask.channels }));
  return line;
}

function sinkOf({ channels }: StreamAsk, out: Out): TunnelSink {
  const cursors: (string | null)[] = channels.map(({ cursor }) => cursor ?? null);
  const places = new Map<string, number>(channels.map(({ channel }, at) => [channel, at]));

  function bytesOf(frame: Frame): Buffer {
    const place = places.get(frame.moved?.channel ?? '');
    if (frame.moved && place !== undefined) cursors[place] = frame.moved.cursor;
    // A client that listens to this channel alone has the same cursor as all other such clients.
    const isAlone = channels.length === 1;
    if (isAlone && frame.shaped?.isAlone) return frame.shaped.bytes;
    const id = frame.moved ? `id: ${formatComposite(cursors)}\n` : '';
    // Most listeners of one channel have the same cursor, so they share the same bytes.
    if (frame.shaped?.id !== id) frame.shaped = { id, isAlone, bytes: Buffer.from(`${id}data: ${frame.text}\n\n`) };
    return frame.shaped.bytes;
  }

  return {
    transport: 'sse',
    write: (frames) => {
      const [only] = frames;
      if (only && frames.length === 1) out.write(bytesOf(only));
      else out.write(Buffer.concat(frames.map(bytesOf)));
    },
    pendingBytes: () => out.pendingBytes(),
    ping: () => out.write(PING),
    end: (code) => {
      if (code === closeCodes.slow) return out.drop();
      // A stream has no close code, and a client over the connection limit would reconnect at once.
      if (code === closeCodes.tooMany) out.write(OVERLOAD);
      out.end();
    },
  };
}
