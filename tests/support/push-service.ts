import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { PushSubscription } from '#lib/notifications/push/ports.ts';

const tls = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8');
/** A certificate for localhost and 127.0.0.1 that only tests trust, and its key. */
export const loopbackTls = { cert: tls('cert'), key: tls('key') };

/** Turns web push on in a world of tests; its push services are those on this machine. */
export const pushVars = {
  VAPID_PUBLIC_KEY: 'BMHn5C4EVyT1Y10h7IX8HjSL9fbI2AzHUuhOOGumKAx6JWVPHd66MRgh3EXL2KcdDCuc5x8QxHYzh-z4FHFiufA',
  VAPID_PRIVATE_KEY: 'MoqORKkzlqxLQl7FEWI1AkTnvu9-N0r5Wm1fce9C_Jw',
  VAPID_SUBJECT: 'mailto:push@plaza.example',
  PUSH_ENDPOINT_ALLOW: 'localhost',
};

export type Pushed = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };
export type Answering = (response: ServerResponse, pushed: Pushed) => unknown;

const taking: Answering = (response) => response.writeHead(201).end();

/** A push service on this machine that keeps what it is sent and answers as it is told. */
export async function openPushService(answer: Answering = taking) {
  const pushed: Pushed[] = [];
  let answering = answer;
  const server = createServer(loopbackTls, (request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
    pushed.push(one);
    answering(response, one);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://localhost:${port}`,
    pushed,
    close,
    answer: (next: Answering) => {
      answering = next;
    },
  };
}

export type Browser = {
  readonly subscription: PushSubscription;
  /** The text of a message, as the browser would hand it to its service worker; throws where it is not for it. */
  open(body: Buffer): string;
};

/** A browser that has subscribed at an address: holds the private half of its keys. */
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

/** RFC 8291 over RFC 8188, written from the documents and not from the library that encrypts. */
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
