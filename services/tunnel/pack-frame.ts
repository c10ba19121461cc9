const TEXT = 0x81;
const CLOSE = 0x88;
const PONG = 0x8a;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;
const MOST_REASON_BYTES = 123;

/** Returns a text as a server sends it over a WebSocket: one unmasked frame (RFC 6455 5.2). */
export function packText(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const from = headSizeOf(size);
  const packed = Buffer.allocUnsafe(from + size);
  writeHead(packed, TEXT, size);
  packed.write(text, from);
  return packed;
}

/** Returns a close frame with a code and a reason (RFC 6455 5.5.1). */
export function packClose(code: number | null, reason: string): Buffer {
  const said = Buffer.from(reason).subarray(0, MOST_REASON_BYTES);
  return packControl(CLOSE, code === null ? said : Buffer.concat([Buffer.from([code >> 8, code & 255]), said]));
}

/** Returns the pong frame for a ping, with the payload of the ping. */
export const packPong = (said: Buffer): Buffer => packControl(PONG, said);

const packControl = (first: number, said: Buffer): Buffer => Buffer.concat([Buffer.from([first, said.length]), said]);

function headSizeOf(size: number): number {
  if (size < TWO_BYTES_FOLLOW) return 2;
  return size < 2 ** 16 ? 4 : 10;
}

function writeHead(into: Buffer, first: number, size: number): void {
  into[0] = first;
  if (size < TWO_BYTES_FOLLOW) into[1] = size;
  else if (size < 2 ** 16) {
    into[1] = TWO_BYTES_FOLLOW;
    into.writeUInt16BE(size, 2);
  } else {
    into[1] = EIGHT_BYTES_FOLLOW;
    into.writeBigUInt64BE(BigInt(size), 2);
  }
}
