import { isUtf8 } from 'node:buffer';
import { MAX_FRAME_BYTES } from '#lib/tunnel/values.ts';

const CONTINUES = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSES = 8;
const PINGS = 9;
const PONGS = 10;

const MASK_BYTES = 4;
const MOST_CONTROL_BYTES = 125;
const LAST = 0x80;
const MASKED = 0x80;
const RESERVED = 0x70;

/** The close codes that a client may send; all others are reserved (RFC 6455 7.4). */
const mayClose = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);

/** Why a connection cannot continue, as a close code of RFC 6455 7.4.1. */
export const broken = { protocol: 1002, notText: 1007, tooLarge: 1009 } as const;
export type Broken = (typeof broken)[keyof typeof broken];

/** The header of one frame: its kind, where its payload begins (after the mask), and the size of the payload in bytes. */
type Head = { readonly kind: number; readonly isLast: boolean; readonly from: number; readonly size: number };

/**
 * Reads the frames that a client sends over a WebSocket (RFC 6455 5) without extensions, whatever the network's chunks.
 * Calls the methods of the subclass with what the frames contain. A message has at most MAX_FRAME_BYTES, even in
 * fragments. A violation of the protocol ends the reading.
 */
export abstract class FrameReader {
  /** The beginning of a frame that has not arrived completely. */
  #rest: Buffer | null = null;
  /** A fragmented message: a buffer for all of it, the bytes filled so far, and the kind of the message. */
  #parts: Buffer | null = null;
  #filled = 0;
  #partsKind = TEXT;
  #isDeaf = false;

  protected abstract tookText(text: string): void;
  protected abstract tookBinary(): void;
  protected abstract tookPing(said: Buffer): void;
  protected abstract tookPong(): void;
  /** Called when the client has closed; null when the client sent no code. */
  protected abstract tookClose(code: number | null): void;
  protected abstract tookNonsense(why: Broken): void;

  /** Stops reading: ignores further chunks and the rest of the current chunk. */
  protected goDeaf(): void {
    this.#isDeaf = true;
    this.#rest = null;
    this.#parts = null;
  }

  read(chunk: Buffer): void {
    if (this.#isDeaf) return;
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    let at = 0;
    while (at < bytes.length && !this.#isDeaf) {
      const head = this.#headAt(bytes, at);
      if (typeof head === 'number') {
        this.#fail(head);
        return;
      }
      if (!head || head.from + head.size > bytes.length) {
        // A copy, because a slice would keep the whole chunk in memory.
        this.#rest = Buffer.from(bytes.subarray(at));
        return;
      }
      at = head.from + head.size;
      this.#take(head, unmask(bytes, head));
    }
  }

  #fail(why: Broken): void {
    this.goDeaf();
    this.tookNonsense(why);
  }

  /**
   * Returns the header of the frame that begins here. Returns null for an incomplete header, or a close code for a
   * frame that no client may send.
   */
  #headAt(bytes: Buffer, at: number): Head | Broken | null {
    if (bytes.length < at + 2) return null;
    const [first, second] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)];
    const kind = first & 0x0f;
    const isLast = (first & LAST) !== 0;
    if ((first & RESERVED) !== 0 || (second & MASKED) === 0 || !this.#mayCome(kind, isLast)) return broken.protocol;

    const short = second & ~MASKED;
    if (kind >= CLOSES && short > MOST_CONTROL_BYTES) return broken.protocol;
    const more = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (bytes.length < at + 2 + more) return null;
    const size = more === 0 ? short : more === 2 ? bytes.readUInt16BE(at + 2) : sizeOfEight(bytes, at + 2);
    // The limit is checked before the payload arrives, so that a client cannot make the server buffer it.
    if (kind < CLOSES && size + (this.#parts ? this.#filled : 0) > MAX_FRAME_BYTES) return broken.tooLarge;
    return { kind, isLast, from: at + 2 + more + MASK_BYTES, size };
  }

  #mayCome(kind: number, isLast: boolean): boolean {
    if (kind === CONTINUES) return this.#parts !== null;
    if (kind === TEXT || kind === BINARY) return this.#parts === null;
    return isLast && (kind === CLOSES || kind === PINGS || kind === PONGS);
  }

  #take({ kind, isLast }: Head, said: Buffer): void {
    if (kind === PINGS) this.tookPing(said);
    else if (kind === PONGS) this.tookPong();
    else if (kind === CLOSES) this.#close(said);
    else if (isLast && kind !== CONTINUES) this.#message(kind, said);
    else this.#gather(kind, said, isLast);
  }

  #gather(kind: number, said: Buffer, isLast: boolean): void {
    if (!this.#parts) {
      this.#parts = Buffer.allocUnsafe(MAX_FRAME_BYTES);
      this.#filled = 0;
      this.#partsKind = kind;
    }
    this.#filled += said.copy(this.#parts, this.#filled);
    if (!isLast) return;
    const whole = this.#parts.subarray(0, this.#filled);
    this.#parts = null;
    this.#message(this.#partsKind, whole);
  }

  #message(kind: number, said: Buffer): void {
    if (kind === BINARY) this.tookBinary();
    else if (isUtf8(said)) this.tookText(said.toString());
    else this.#fail(broken.notText);
  }

  #close(said: Buffer): void {
    const code = said.length >= 2 ? said.readUInt16BE(0) : null;
    if (said.length === 1 || (code !== null && !mayClose(code))) this.#fail(broken.protocol);
    else if (!isUtf8(said.subarray(2))) this.#fail(broken.notText);
    else {
      this.goDeaf();
      this.tookClose(code);
    }
  }
}

/** Reads a size of eight bytes. A size that needs more than four bytes is too large in any case. */
const sizeOfEight = (bytes: Buffer, at: number): number =>
  bytes.readUInt32BE(at) === 0 ? bytes.readUInt32BE(at + 4) : Number.POSITIVE_INFINITY;

/** Unmasks the payload of a frame in place, because this buffer belongs to the reader. */
function unmask(bytes: Buffer, { from, size }: Head): Buffer {
  const said = bytes.subarray(from, from + size);
  for (let at = 0; at < size; at += 1) said[at] = (said[at] ?? 0) ^ (bytes[from - MASK_BYTES + (at & 3)] ?? 0);
  return said;
}
