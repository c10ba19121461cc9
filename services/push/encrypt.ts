import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '#lib/context/ports/push.ts';

/** A message is one record, which must also hold its end mark and tag. */
const RECORD_BYTES = 4_096;
const END = Buffer.of(2);
const KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0');

/** The key pair and salt of a single message, never used for another (RFC 8291, 3.1; RFC 8188, 2.1). */
type Fresh = { readonly curve: ECDH; readonly salt: Buffer };

function fresh(): Fresh {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { curve, salt: randomBytes(16) };
}

/**
 * Encrypts a text for the subscribed browser (RFC 8291 over RFC 8188's aes128gcm) and returns it with its header.
 * Throws for invalid keys of the address. Written here because the library derives its keys in a way that costs as much
 * as the curve operation.
 */
export function encryptPush(
  { p256dh, auth }: PushSubscription['keys'],
  text: string,
  { curve, salt }: Fresh = fresh(),
): Buffer {
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), curve.getPublicKey()];
  const secret = curve.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const material = Buffer.from(hkdfSync('sha256', secret, Buffer.from(auth, 'base64url'), info, 32));
  const key = Buffer.from(hkdfSync('sha256', material, salt, KEY_INFO, 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, NONCE_INFO, 12));

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(text, 'utf8'), cipher.update(END), cipher.final(), cipher.getAuthTag()];
  const record = Buffer.concat(sealed);
  if (record.length > RECORD_BYTES) throw new RangeError('the push message does not fit into one record');
  return Buffer.concat([headerOf(salt, ours), record]);
}

/** Returns the header: salt, record size, and our public key of this message. */
function headerOf(salt: Buffer, ours: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, sizes, ours]);
}
