import { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { Credential } from 'firebase-admin/app';
import type { Messaging, TokenMessage } from 'firebase-admin/messaging';
import type { PushAnswer, PushMessage, TokenPush } from '#lib/context/ports/push.ts';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import { retryAfterMs } from './retry-after.ts';

/** The timeout for the token and for the response, each. The SDK itself ends a request after this long without data. */
const ANSWER_MS = 15 * SECOND_MS;
/** A connection is reused only while messages follow closely: an older one may just be closing. */
const IDLE_MS = 4 * SECOND_MS;
const AT_ONCE = 50;

export type FcmSettings = {
  readonly projectId: string;
  readonly credential: () => Promise<Credential>;
  readonly now: () => Date;
  /** Connects to another machine than Google's, for tests. */
  readonly agent?: Agent;
  readonly timeoutMs?: number;
};

/**
 * Opens Firebase Cloud Messaging with its HTTP v1 API. Each device gets one request, whatever the outcome. The SDK is
 * loaded with the first message.
 */
export function openFcm({ timeoutMs = ANSWER_MS, ...settings }: FcmSettings): TokenPush {
  let opening: Promise<Messaging> | undefined;
  return {
    send: async (token, message) => {
      assertOutsideTransaction('fcm');
      opening ??= openMessaging({ ...settings, timeoutMs });
      const late = new AbortController();
      try {
        const sent = (await opening).send(messageOf(token, message)).then((): PushAnswer => ({ state: 'sent' }));
        const answer = sent.catch((error: unknown) => answerOf(error, settings.now()));
        const unknown: PushAnswer = { state: 'unknown', reason: 'TimedOut' };
        return await Promise.race([answer, wait(2 * timeoutMs, unknown, { signal: late.signal, ref: false })]);
      } finally {
        late.abort();
      }
    },
  };
}

type Opening = Omit<FcmSettings, 'timeoutMs'> & { readonly timeoutMs: number };

async function openMessaging({ projectId, credential, agent, timeoutMs }: Opening): Promise<Messaging> {
  const [{ initializeApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ]);
  const httpAgent = agent ?? new Agent({ keepAlive: true, timeout: IDLE_MS, maxTotalSockets: AT_ONCE });
  const options = { projectId, credential: inTime(await credential(), timeoutMs), httpAgent };
  return withoutRetries(getMessaging(initializeApp(options, newId('run'))));
}

/** Limits the wait for an access token. A timeout throws, nothing was sent, and the next message requests a token again. */
const inTime = (credential: Credential, timeoutMs: number): Credential => ({
  getAccessToken: () => {
    const late = new AbortController();
    const limit = wait(timeoutMs, undefined, { signal: late.signal, ref: false }).then((): never => {
      throw new Error('no access token arrived in time');
    });
    return Promise.race([credential.getAccessToken(), limit]).finally(() => late.abort());
  },
});

type Inside = { readonly messagingRequestHandler?: { readonly httpClient?: { retry?: unknown } } };

/**
 * Disables the retries of the SDK. It sends a message up to five times after a broken connection, a timeout or a 503,
 * and has no option against it. A message that may have been accepted must be sent once; our outbox retries the others.
 */
function withoutRetries(messaging: Messaging): Messaging {
  const client = (messaging as unknown as Inside).messagingRequestHandler?.httpClient; // not part of its types
  if (!client || typeof client.retry !== 'object')
    throw new Error('firebase-admin stores its retry settings elsewhere in this version');
  client.retry = undefined;
  return messaging;
}

/** Data only: with a `notification` block the background handler would show the message a second time. */
const messageOf = (token: string, { data, ttlSeconds, urgency, topic }: PushMessage): TokenMessage => ({
  token,
  data,
  android: {
    priority: urgency === 'high' ? 'high' : 'normal',
    ttl: ttlSeconds * SECOND_MS,
    ...(topic !== null && { collapseKey: topic }),
  },
  webpush: { headers: { TTL: String(ttlSeconds), Urgency: urgency, ...(topic !== null && { Topic: topic }) } },
});

/** A TLS socket; `secureConnecting` is true until its handshake is done. */
type Line = { readonly secureConnecting?: boolean };

type SdkError = {
  readonly code: string;
  readonly message: string;
  /** For a broken connection, its request; for a failed access token, the response of the token server. */
  readonly cause?: { readonly request?: { readonly socket?: Line | null }; readonly status?: unknown };
  readonly httpResponse?: { readonly headers?: Readonly<Record<string, string | undefined>> };
};
const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Whether no TLS connection was established, so that nothing of the message was sent. */
function isUnreached({ cause }: SdkError): boolean {
  if (!cause?.request) return false;
  return !cause.request.socket || cause.request.socket.secureConnecting === true;
}

/** Whether the token server rejected our key. Any other failure may be temporary. */
const isKeyRefused = ({ cause }: SdkError): boolean => {
  const status = Number(cause?.status);
  return status >= 400 && status <= 499 && status !== 408 && status !== 429;
};

function answerOf(error: unknown, now: Date): PushAnswer {
  if (!isSdkError(error)) return { state: 'unknown', reason: 'Failed' };
  const reason = error.code.replace(/^(messaging|app)\//, '');
  const later: PushAnswer = {
    state: 'later',
    reason,
    retryAfterMs: retryAfterMs(error.httpResponse?.headers?.['retry-after'], now),
  };
  switch (reason) {
    case 'registration-token-not-registered':
    case 'invalid-registration-token':
      return { state: 'gone', reason };
    case 'invalid-argument':
      return { state: /registration token/i.test(error.message) ? 'gone' : 'failed', reason };
    case 'mismatched-credential':
      return { state: 'mismatch', reason };
    case 'payload-size-limit-exceeded':
      return { state: 'too_large', reason };
    case 'message-rate-exceeded':
    case 'device-message-rate-exceeded':
    case 'server-unavailable':
    case 'internal-error':
      return later;
    case 'authentication-error':
    case 'third-party-auth-error':
      return { state: 'refused', reason };
    case 'invalid-credential':
      return isKeyRefused(error) ? { state: 'refused', reason } : later;
    case 'network-error':
    case 'network-timeout':
      return isUnreached(error) ? later : { state: 'unknown', reason };
    default:
      return { state: 'failed', reason };
  }
}
