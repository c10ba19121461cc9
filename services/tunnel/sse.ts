import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { formatComposite } from '#lib/tunnel/channels/cursor.ts';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import type { Caller, Line, OpenOptions, StreamAsk } from '#lib/tunnel/tunnel.ts';
import { closeCodes, RECONNECT_SPREAD_MS } from '#lib/tunnel/values.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
/** Proxies that buffer pass on what fills their buffer. */
const PADDING = 2048;
const GREETING = Buffer.from(`retry: 2000\n\n:${' '.repeat(PADDING)}\n\n`);
// Page code sees no comments, so that its watchdog hears anything the heartbeat is an event with a name.
const PING = Buffer.from('event: ping\ndata: {}\n\n');

const LINE_END = Buffer.from('\r\n');

const OVERLOAD = Buffer.from(
  `data: ${JSON.stringify({ type: 'reconnect', afterMs: RECONNECT_SPREAD_MS, reason: 'overload' })}\n\n`,
);

/** Where a stream goes: the socket of our own server, or a body that a platform sends. */
type Out = {
  write(bytes: Buffer): void;
  pendingBytes(): number;
  end(): void;
  /** Ends it without what the reader has not taken. */
  drop(): void;
};

type Opening = { readonly caller: Caller; readonly ask: StreamAsk; readonly options: OpenOptions | undefined };

/** Streams of server-sent events, on the hub from the moment somebody sends them. */
export function openStreams(open: Open) {
  const waiting = new WeakMap<ReadableStream, Opening>();
  const chunkOf = openChunker();

  return {
    /** A body that begins to listen when somebody reads it. */
    stream(caller: Caller, ask: StreamAsk, signal: AbortSignal, options?: OpenOptions): ReadableStream<Uint8Array> {
      const opening = { caller, ask, options };
      let line: Line | undefined;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            // Who left before anybody read it is told nothing, and left no sign to come.
            if (!line && signal.aborted) return controller.close();
            line ??= begin(open, opening, intoBody(controller));
            line.drained();
          },
          cancel: () => line?.gone(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      );
      // A framework may forget to cancel the body of a caller who left.
      signal.addEventListener('abort', () => line?.gone(), { once: true });
      waiting.set(body, opening);
      return body;
    },

    /** Sends such a body straight into a socket of ours, at a fraction of the cost; false for any other body. */
    sendStraight(body: ReadableStream, response: ServerResponse): boolean {
      const opening = waiting.get(body);
      if (!opening) return false;
      // Closed already it would never say so again.
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
  drop: () => controller.error(new Error('The reader is too slow')),
});

const intoResponse = (response: ServerResponse): Out => ({
  write: (bytes) => response.write(bytes),
  pendingBytes: () => response.writableLength,
  end: () => response.end(),
  drop: () => response.destroy(),
});

/**
 * The same past the response, once its head is on the way: what is told to many is framed as a chunk once (RFC 9112 7.1)
 * and is one piece for each. The response stays the one that begins and ends.
 */
const intoSocket = (response: ServerResponse, socket: Socket, chunkOf: (bytes: Buffer) => Buffer): Out => ({
  ...intoResponse(response),
  write(bytes) {
    if (response.headersSent && response.chunkedEncoding && !response.writableEnded) socket.write(chunkOf(bytes));
    else response.write(bytes);
  },
});

/** Remembers the last, because it mostly is the same for the next reader. */
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
    // Who listens to this channel alone stands where everybody else does who does.
    const isAlone = channels.length === 1;
    if (isAlone && frame.shaped?.isAlone) return frame.shaped.bytes;
    const id = frame.moved ? `id: ${formatComposite(cursors)}\n` : '';
    // Most listeners of one channel stand at the same place, so they get the same bytes.
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
      // A stream has no close code; who was one too many would come back at once.
      if (code === closeCodes.tooMany) out.write(OVERLOAD);
      out.end();
    },
  };
}
