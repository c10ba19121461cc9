const FINAL_TEXT = 0x81;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;

/** A text as a server sends it over a WebSocket: one whole frame, without a mask (RFC 6455 5.2). */
export function packText(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const head = headOf(size);
  const packed = Buffer.allocUnsafe(head.length + size);
  packed.set(head);
  packed.write(text, head.length);
  return packed;
}

function headOf(size: number): Buffer {
  if (size < TWO_BYTES_FOLLOW) return Buffer.from([FINAL_TEXT, size]);
  if (size < 2 ** 16) {
    const head = Buffer.from([FINAL_TEXT, TWO_BYTES_FOLLOW, 0, 0]);
    head.writeUInt16BE(size, 2);
    return head;
  }
  const head = Buffer.from([FINAL_TEXT, EIGHT_BYTES_FOLLOW, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeBigUInt64BE(BigInt(size), 2);
  return head;
}
