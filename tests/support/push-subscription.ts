import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '#lib/context/ports/push.ts';

export type Browser = {
  readonly subscription: PushSubscription;
  /** Returns the text of a message, as the browser would pass it to its worker; throws if it is for another one. */
  open(body: Buffer): string;
};

/** Subscribes a browser at an address; the browser holds the private half of its keys. */
export function subscribe(endpoint: string): Browser {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    open: (body) => decrypt(body, { shared: (from) => curve.computeSecret(from), publicKey, auth }),
  };
}

type Keys = { readonly shared: (from: Buffer) => Buffer; readonly publicKey: Buffer; readonly auth: Buffer };

/** Decrypts by RFC 8291 over RFC 8188, written from the documents and not from the library that encrypts. */
function decrypt(body: Buffer, { shared, publicKey, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.byteLength);
  if (recordSize !== 4096 || senderKey.byteLength !== 65) throw new Error('not one record of 4096 bytes');

  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const secret = derive(shared(senderKey), auth, about, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);

  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const clear = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  if (clear.at(-1) !== 2) throw new Error('the record is not the last one');
  return clear.subarray(0, -1).toString('utf8');
}
