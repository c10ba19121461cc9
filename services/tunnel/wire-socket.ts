import { hash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import type { Caller, Handshake, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { type CloseCode, closeCodes, MAX_MERGED_BYTES, TUNNEL_SUBPROTOCOL } from '#lib/tunnel/values.ts';
import { type Broken, FrameReader } from './frame-reader.ts';
import { type Merge, openMerger } from './merge-frames.ts';
import { packClose, packPong, packText } from './pack-frame.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;

/** RFC 6455 1.3. */
const HANDSHAKE_SALT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** How long the client has to close its half too. */
const CLOSING_MS = 30_000;
const PACKED_PING = packText('{"type":"ping"}');
const NOTHING = Buffer.alloc(0);

/**
 * The server's end of a WebSocket over a raw socket, without a library. An idle connection needs half the memory, which
 * matters with ten thousand of them. A frame for many clients is packed once and then only written to each.
 */
class WireSocket extends FrameReader implements TunnelSink {
  readonly transport = 'websocket';
  readonly #wire: Duplex;
  readonly #merge: Merge;
  #line: Line | null = null;
  /** The response to the handshake. It leaves together with the first frame, in one write. */
  #answer: string;
  /** A close frame has been sent, or the client is gone. No frame may follow a close frame (RFC 6455 5.5.1). */
  #isMute = false;
  #impatience: NodeJS.Timeout | null = null;

  constructor(wire: Duplex, merge: Merge, answer: string) {
    super();
    this.#wire = wire;
    this.#merge = merge;
    this.#answer = answer;
  }

  begin(line: Line): void {
    this.#line = line;
    if (this.#answer !== '') this.#send(NOTHING);
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
    this.#send(packClose(code, reason));
    this.#isMute = true;
    this.#awaitEnd();
  }

  drained(): void {
    this.#line?.drained();
  }

  /** The client has ended its half, so there is nothing to wait for. */
  ended(): void {
    this.#hangUp();
  }

  closed(): void {
    this.#isMute = true;
    this.goDeaf();
    if (this.#impatience) clearTimeout(this.#impatience);
    this.#leave();
  }

  protected tookText(text: string): void {
    // After our close frame, messages are read only to find the client's close frame.
    if (!this.#isMute) this.#line?.receive(text);
  }

  protected tookBinary(): void {
    this.#line?.end(closeCodes.badFrame, 'binary frame');
  }

  protected tookPing(said: Buffer): void {
    this.#line?.heard();
    // A client that does not read gets no pong for each ping; a later pong covers them all (RFC 6455 5.5.3).
    if (this.#wire.writableLength < MAX_MERGED_BYTES) this.#send(packPong(said));
  }

  protected tookPong(): void {
    this.#line?.heard();
  }

  protected tookClose(code: number | null): void {
    this.#send(packClose(code, ''));
    this.#hangUp();
  }

  protected tookNonsense(why: Broken): void {
    this.#send(packClose(why, ''));
    this.#hangUp();
  }

  #send(bytes: Buffer): void {
    if (this.#isMute) return;
    if (this.#answer === '') this.#wire.write(bytes);
    else {
      this.#wire.write(this.#answer + bytes.toString('latin1'), 'latin1');
      this.#answer = '';
    }
  }

  /**
   * Ends our half after the pending bytes. A client that does not read may never take these, so a timer destroys the
   * socket.
   */
  #hangUp(): void {
    this.#isMute = true;
    this.goDeaf();
    this.#leave();
    this.#wire.end();
    this.#awaitEnd();
  }

  #leave(): void {
    const line = this.#line;
    this.#line = null;
    line?.gone();
  }

  #awaitEnd(): void {
    this.#impatience ??= setTimeout(() => this.#wire.destroy(), CLOSING_MS).unref();
  }
}

const key = Symbol('plaza.wire');
/** The socket refers to its WireSocket, so that the same few listener functions serve all sockets. */
type Wired = Duplex & { [key]?: WireSocket };

function onData(this: Wired, chunk: Buffer): void {
  this[key]?.read(chunk);
}
function onDrain(this: Wired): void {
  this[key]?.drained();
}
function onEnd(this: Wired): void {
  this[key]?.ended();
}
function onClose(this: Wired): void {
  this[key]?.closed();
}

/** Runs a WebSocket over a socket whose handshake was admitted. The socket already has an error listener. */
export function openWires(open: Open) {
  const merge = openMerger(packText);
  return (caller: Caller, wire: Duplex, handshake: Handshake): void => {
    const socket = new WireSocket(wire, merge, answerTo(handshake));
    (wire as Wired)[key] = socket;
    wire.on('data', onData).on('drain', onDrain).on('end', onEnd).on('close', onClose);
    socket.begin(open(caller, socket));
    if (handshake.head.length > 0) socket.read(handshake.head);
  };
}

/** Returns the response to the handshake (RFC 6455 4.2.2). */
function answerTo({ key: sent, protocols }: Handshake): string {
  const speaksOurs = protocols.split(',').some((name) => name.trim() === TUNNEL_SUBPROTOCOL);
  return (
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${hash('sha1', sent + HANDSHAKE_SALT, 'base64')}\r\n` +
    `${speaksOurs ? `Sec-WebSocket-Protocol: ${TUNNEL_SUBPROTOCOL}\r\n` : ''}\r\n`
  );
}
