import { createHmac, hash } from 'node:crypto';

/** The block size and the digest size of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Texts up to this length are signed in one buffer. In UTF-8 they take at most three times their length. */
const MOST_LENGTH = 1_024;

/**
 * Returns a function that signs texts with HMAC-SHA-256 under one key (RFC 2104 2), as base64url. The result equals
 * that of `createHmac`, which sets up its state for each text and takes three times as long for a short one.
 */
export function openMac(key: Uint8Array): (text: string) => string {
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key;
  const inner = padded(short, 0x36, MOST_LENGTH * 3);
  const outer = padded(short, 0x5c, DIGEST_BYTES);
  return (text) => {
    if (text.length > MOST_LENGTH) return createHmac('sha256', key).update(text).digest('base64url');
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
    // Through hex text, because a Buffer for each result costs more than the hashing.
    outer.write(hash('sha256', inner.subarray(0, end), 'hex'), BLOCK_BYTES, 'hex');
    return hash('sha256', outer, 'base64url');
  };
}

/** Returns a block of the key with each byte XORed with `change`, and room after it. */
function padded(key: Uint8Array, change: number, room: number): Buffer {
  const bytes = Buffer.alloc(BLOCK_BYTES + room, change);
  for (const [at, byte] of key.entries()) bytes[at] = byte ^ change;
  return bytes;
}
