import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { PushAnswer, WebPush } from '#lib/context/ports/push.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import { encryptRequest } from './encrypt-request.ts';
import { isPushEndpoint } from './endpoint.ts';
import { retryAfterMs } from './retry-after.ts';
import { keyIdOf, openVapid, type VapidPair } from './vapid.ts';

const ANSWER_MS = 10 * SECOND_MS;
/** A connection is reused only while messages follow closely: an older one may just be closing. */
const IDLE_MS = 4 * SECOND_MS;
const AT_ONCE = 50;
/** The maximum number of bytes read of a response. Its body matters in one case only. */
const MOST_BYTES = 4_096;

export type WebPushSettings = {
  readonly pair: VapidPair;
  /** The previous key pair, while some browsers are still subscribed with it. */
  readonly previous?: VapidPair | undefined;
  readonly subject: string;
  /** Allowed hosts besides the push services of browsers. */
  readonly allowed?: readonly string[];
  readonly now: () => Date;
  readonly timeoutMs?: number;
  /** A certificate authority to trust besides the public ones, for tests. */
  readonly ca?: string | undefined;
};

/** Opens Web Push (RFC 8030) with encrypted messages (RFC 8291) and signed requests (RFC 8292). */
export function openWebPush(settings: WebPushSettings): WebPush {
  const { pair, previous, subject, allowed = [], now, timeoutMs = ANSWER_MS, ca } = settings;
  const signers = new Map(
    [pair, ...(previous ? [previous] : [])].map((vapidPair) => [
      keyIdOf(vapidPair.publicKey),
      openVapid(vapidPair, subject, now),
    ]),
  );
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxTotalSockets: AT_ONCE, ...(ca && { ca }) });
  const accepts = (endpoint: string) => isPushEndpoint(endpoint, allowed);

  return {
    publicKey: pair.publicKey,
    keyId: keyIdOf(pair.publicKey),
    knows: (keyId) => signers.has(keyId),
    accepts,
    send: async (to, keyId, message) => {
      assertOutsideTransaction('web push');
      if (!accepts(to.endpoint)) return { state: 'failed', reason: 'EndpointRefused' };
      const sign = signers.get(keyId);
      if (!sign) return { state: 'mismatch', reason: 'UnknownKey' };
      const url = new URL(to.endpoint);
      const built = encryptRequest(to, sign(url.origin), message);
      if (!built) return { state: 'failed', reason: 'BadSubscription' };
      return deliver(url, { ...built.options, agent, signal: AbortSignal.timeout(timeoutMs) }, built.body, now());
    },
  };
}

async function deliver(url: URL, options: RequestOptions, body: Buffer, now: Date): Promise<PushAnswer> {
  const outgoing = request(url, options);
  let isConnected = false;
  outgoing.once('socket', (socket: TLSSocket) => {
    if (outgoing.reusedSocket) isConnected = true;
    else
      socket.once('secureConnect', () => {
        isConnected = true;
      });
  });
  try {
    outgoing.end(body);
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answerOf(url, reply, await textOf(reply), now);
  } catch (error) {
    // Once the connection is established, the message may have been sent before the connection broke.
    const reason = reasonOf(error, options.signal);
    return isConnected ? { state: 'unknown', reason } : { state: 'later', reason, retryAfterMs: null };
  } finally {
    // Later errors of a broken connection do not matter, and must not become uncaught errors.
    outgoing.on('error', () => {});
  }
}

function reasonOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'TimedOut';
  return error instanceof Error && 'code' in error ? String(error.code) : 'Failed';
}

/** Returns the beginning of the response body. If the body breaks off, the status is still known. */
async function textOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > MOST_BYTES) break;
    }
  } catch {}
  return Buffer.concat(chunks).toString('utf8', 0, MOST_BYTES);
}

function answerOf({ hostname }: URL, { statusCode: status = 0, headers }: IncomingMessage, text: string, now: Date) {
  const reason = `Http${status}`;
  if (status >= 200 && status <= 299) return { state: 'sent' } as const;
  if (status === 404 || status === 410) return { state: 'gone', reason } as const;
  if (status === 413) return { state: 'too_large', reason } as const;
  if (status === 429 || status >= 500)
    return { state: 'later', reason, retryAfterMs: retryAfterMs(headers['retry-after'], now) } as const;
  // These two responses concern a single address: other addresses of the same service may be valid.
  if (text.includes('VapidPkHashMismatch') || (status === 403 && hostname === 'fcm.googleapis.com'))
    return { state: 'mismatch', reason } as const;
  if ([400, 401, 403].includes(status)) return { state: 'refused', reason } as const;
  if (status >= 300 && status <= 399) return { state: 'redirected', reason } as const;
  return { state: 'failed', reason } as const;
}
