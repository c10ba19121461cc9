import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Frame } from '#lib/tunnel/frame.ts';
import type { TunnelSink } from '#lib/tunnel/sink.ts';
import type { Caller, Line, OpenOptions, SocketOptions } from '#lib/tunnel/tunnel.ts';
import { type CloseCode, closeCodes } from '#lib/tunnel/values.ts';
import { packText } from './pack-text.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
type Merge = (frames: readonly Frame[]) => Buffer;
const PING = '{"type":"ping"}';
const asText = { binary: false };

/** Puts sockets onto the hub. Sockets that get the same frames in one turn get the same bytes. */
export function openWebSockets(open: Open) {
  const [merge, mergePacked] = [openMerger((text) => Buffer.from(text)), openMerger(packText)];

  return (caller: Caller, socket: WebSocket, { wire, ...options }: SocketOptions = {}): void => {
    // Without a listener a reset connection would end the process.
    socket.on('error', () => socket.terminate());
    const left = (): void => line.drained();
    const sink = wire ? new WireSink(socket, wire, mergePacked) : sinkOf(socket, merge, left);
    const line = open(caller, sink, options);
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) line.end(closeCodes.badFrame, 'binary frame');
      // What `ws` hands out unless it is told otherwise.
      else line.receive((data as Buffer).toString());
    });
    socket.on('close', () => line.gone());
    wire?.on('drain', left);
  };
}

/** A WebSocket of a platform, whose wire is not ours. */
const sinkOf = (socket: WebSocket, merge: Merge, left: () => void): TunnelSink => ({
  transport: 'websocket',
  write: (frames) => socket.send(merge(frames), asText, left),
  pendingBytes: () => socket.bufferedAmount,
  ping: () => socket.send(PING, asText),
  end: (code, reason) => socket.close(code, reason),
});

const PACKED_PING = packText(PING);

/**
 * A WebSocket whose frames are written past its library, packed once for all who get them: per reader only the write is
 * left. The library hands its own frames to the wire at once, since it packs nothing, so the two never mix.
 */
class WireSink implements TunnelSink {
  readonly transport = 'websocket';
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #merge: Merge;

  constructor(socket: WebSocket, wire: Duplex, merge: Merge) {
    this.#socket = socket;
    this.#wire = wire;
    this.#merge = merge;
  }

  write(frames: readonly Frame[]): void {
    this.#send(this.#merge(frames));
  }

  pendingBytes(): number {
    return this.#wire.writableLength;
  }

  ping(): void {
    this.#send(PACKED_PING);
  }

  end(code: CloseCode, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Nothing may follow a closing frame (RFC 6455 5.5.1), also one that the client has sent. */
  #send(bytes: Buffer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#wire.write(bytes);
  }
}

/** One message of several frames: each on a line of its own. Remembers the last, because a burst is the same for many. */
function openMerger(bytesOf: (text: string) => Buffer): Merge {
  let last: readonly Frame[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  return (frames) => {
    if (frames === last) return bytes;
    const isSame = frames.length === last.length && frames.every((frame, at) => frame === last[at]);
    if (!isSame) bytes = bytesOf(frames.map(({ text }) => text).join('\n'));
    last = frames;
    return bytes;
  };
}
