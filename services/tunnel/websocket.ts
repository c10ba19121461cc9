import type { Duplex } from 'node:stream';
import { type RawData, Sender, WebSocket } from 'ws';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { type CloseCode, closeCodes } from '#lib/tunnel/values.ts';

declare module 'ws' {
  /** `@types/ws` does not declare it. */
  export const Sender: {
    frame(data: string, options: { readonly fin: boolean; readonly opcode: number }): Buffer[];
  };
}

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
type Encode = (frames: readonly Frame[]) => Buffer;

const line = Symbol('plaza.line');
/** The stream below a WebSocket. It refers to its line, so that the same few listener functions serve all sockets. */
type Wire = Duplex & { [line]?: Line };
/** A socket of `ws` with the field in which the library keeps that stream. */
export type LibrarySocket = WebSocket & { readonly _socket: Wire };

const TEXT = { fin: true, opcode: 1 } as const;
const encodeText = (text: string): Buffer => Buffer.concat(Sender.frame(text, TEXT));
const PING = encodeText('{"type":"ping"}');
/** How long a client that has ended its half may take to read the rest. */
const CLOSING_MS = 30_000;

/**
 * Connects sockets of the `ws` package to the hub. A message is encoded once and written to each socket below the
 * library, because the library would encode it for each client. The sockets must not compress.
 */
export function openWebSockets(open: Open) {
  const encode = openEncoder();
  return (caller: Caller, socket: LibrarySocket, options?: OpenOptions): void => {
    const wire = socket._socket;
    wire[line] = open(caller, new WebSocketSink(socket, encode), options);
    socket.on('message', onMessage).on('ping', onAlive).on('pong', onAlive).on('error', onGone).on('close', onGone);
    wire.on('drain', onDrain).on('end', onEnd);
  };
}

class WebSocketSink implements TunnelSink {
  readonly transport = 'websocket';
  readonly #socket: LibrarySocket;
  readonly #encode: Encode;

  constructor(socket: LibrarySocket, encode: Encode) {
    this.#socket = socket;
    this.#encode = encode;
  }

  write(frames: readonly Frame[]): void {
    this.#send(this.#encode(frames));
  }

  pendingBytes(): number {
    return this.#socket._socket.writableLength;
  }

  ping(): void {
    this.#send(PING);
  }

  end(code: CloseCode, reason: string): void {
    this.#socket.close(code, reason);
  }

  #send(bytes: Buffer): void {
    // No frame may follow a close frame (RFC 6455 5.5.1).
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket._socket.write(bytes);
  }
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (isBinary) lineOf(this)?.end(closeCodes.badFrame, 'binary frame');
  // `ws` returns a Buffer by default.
  else lineOf(this)?.receive((data as Buffer).toString());
}

function onAlive(this: WebSocket): void {
  lineOf(this)?.alive();
}

/** After an error the library closes the socket itself, with the code that names the error. */
function onGone(this: WebSocket): void {
  lineOf(this)?.gone();
}

function onDrain(this: Wire): void {
  this[line]?.drained();
}

/**
 * The client has ended its half. The library ends ours after the pending bytes, without a time limit, and a client that
 * does not read never takes these.
 */
function onEnd(this: Wire): void {
  this[line]?.gone();
  if (this.writableLength > 0) setTimeout(() => this.destroy(), CLOSING_MS).unref();
}

const lineOf = (socket: WebSocket): Line | undefined => (socket as LibrarySocket)._socket[line];

/**
 * Returns a function that encodes frames as one message, one frame per line. It caches the last result, because a burst
 * is the same for many clients.
 */
function openEncoder(): Encode {
  let last: readonly Frame[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  return (frames) => {
    if (frames === last) return bytes;
    const isSame = frames.length === last.length && frames.every((frame, at) => frame === last[at]);
    if (!isSame) bytes = encodeText(textOf(frames));
    last = frames;
    return bytes;
  };
}

function textOf(frames: readonly Frame[]): string {
  const [only] = frames;
  return only && frames.length === 1 ? only.text : frames.map(({ text }) => text).join('\n');
}
