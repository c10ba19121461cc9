import type { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { Credential } from 'firebase-admin/app';
import type { Messaging, TokenMessage } from 'firebase-admin/messaging';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import type { PushAnswer, PushMessage, TokenPush } from '#lib/notifications/push/ports.ts';
import { retryAfterMs } from './retry-after.ts';

/** The SDK waits as long as it is told to between its own five tries; a delivery is leased for a minute. */
const LONGEST_MS = 40 * SECOND_MS;

export type FcmSettings = {
  readonly projectId: string;
  readonly credential: () => Promise<Credential>;
  readonly now: () => Date;
  /** Reaches another machine than Google's, for tests. */
  readonly agent?: Agent;
};

/** Firebase Cloud Messaging by its HTTP v1 interface, one request per device. The SDK is loaded with the first message. */
export function openFcm(settings: FcmSettings): TokenPush {
  let opening: Promise<Messaging> | undefined;
  return {
    send: async (token, message) => {
      assertOutsideTransaction('fcm');
      opening ??= openMessaging(settings);
      const late = new AbortController();
      try {
        const sent = (await opening).send(messageOf(token, message)).then((): PushAnswer => ({ state: 'sent' }));
        const answer = sent.catch((error: unknown) => answerOf(error, settings.now()));
        const unknown: PushAnswer = { state: 'unknown', reason: 'TimedOut' };
        return await Promise.race([answer, wait(LONGEST_MS, unknown, { signal: late.signal, ref: false })]);
      } finally {
        late.abort();
      }
    },
  };
}

async function openMessaging({ projectId, credential, agent }: FcmSettings): Promise<Messaging> {
  const [{ initializeApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ]);
  const options = { projectId, credential: await credential(), ...(agent && { httpAgent: agent }) };
  return getMessaging(initializeApp(options, newId('run')));
}

/** Data only: beside a `notification` block a background handler would show the message a second time. */
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

type SdkError = {
  readonly code: string;
  readonly message: string;
  readonly cause?: { readonly code?: unknown };
  readonly httpResponse?: { readonly headers?: Readonly<Record<string, string | undefined>> };
};
const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** What shows that no connection stood, so that nothing went over it. */
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function answerOf(error: unknown, now: Date): PushAnswer {
  if (!isSdkError(error)) return { state: 'unknown', reason: 'Failed' };
  const reason = error.code.replace(/^(messaging|app)\//, '');
  const later = {
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
      return later as PushAnswer;
    case 'authentication-error':
    case 'third-party-auth-error':
    case 'invalid-credential':
      return { state: 'refused', reason };
    case 'network-error':
      if (unreached.includes(String(error.cause?.code))) return later as PushAnswer;
      return { state: 'unknown', reason };
    case 'network-timeout':
      return { state: 'unknown', reason };
    default:
      return { state: 'failed', reason };
  }
}
