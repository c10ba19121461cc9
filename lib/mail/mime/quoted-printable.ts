/** Decodes quoted-printable (RFC 2045 6.7) leniently. Invalid escapes stay as they are. */
export function quotedPrintableBytes(body: Buffer): Buffer {
  if (body.indexOf('=') === -1) return body;
  const out = Buffer.allocUnsafe(body.length);
  let size = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] as number;
    if (byte !== 0x3d) {
      out[size++] = byte;
      continue;
    }
    const high = hexValue(body[i + 1]);
    const low = hexValue(body[i + 2]);
    if (high >= 0 && low >= 0) {
      out[size++] = high * 16 + low;
      i += 2;
    } else if (body[i + 1] === 0x0a) i++;
    else if (body[i + 1] === 0x0d && body[i + 2] === 0x0a) i += 2;
    else out[size++] = byte;
  }
  return out.subarray(0, size);
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
