import { describe, expect, it } from 'vitest';
import type { PushMessage } from '#lib/context/ports/push.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { openClock } from '#tests/support/clock.ts';
import { fcmFailure, fcmTaken, openFcmAt } from '#tests/support/fcm-service.ts';
import { type Answering, openPushService } from '#tests/support/push-service.ts';

const message: PushMessage = {
  text: '',
  data: { v: '1', id: 'ntf_1', title: 'Привіт', urgent: 'false' },
  ttlSeconds: 90,
  urgency: 'high',
  topic: 'dG9waWM',
};

async function open(answer: Answering = fcmTaken, more: Parameters<typeof openFcmAt>[2] = {}) {
  const service = await openPushService(answer);
  const fcm = openFcmAt(service.port, openClock().now, more);
  return { service, send: () => fcm.send('device-1', message) };
}

describe('openFcm', () => {
  it('sends one data-only message to one device, with lifetime, urgency and topic', async () => {
    const { service, send } = await open();

    expect(await send()).toEqual({ state: 'sent' });

    const [pushed] = service.pushed;
    expect(pushed?.path).toBe('/v1/projects/plaza/messages:send');
    expect(pushed?.headers.authorization).toBe('Bearer token-of-tests');
    expect(JSON.parse(pushed?.body.toString() ?? '')).toEqual({
      validate_only: undefined,
      message: {
        token: 'device-1',
        data: message.data,
        android: { priority: 'high', ttl: '90s', collapse_key: 'dG9waWM' },
        webpush: { headers: { TTL: '90', Urgency: 'high', Topic: 'dG9waWM' } },
      },
    });
  });

  it.each([
    [404, fcmFailure(404, 'UNREGISTERED'), { state: 'gone' }],
    [400, fcmFailure(400, 'INVALID_ARGUMENT', 'The registration token is not valid'), { state: 'gone' }],
    [400, fcmFailure(400, 'INVALID_ARGUMENT', 'Invalid value at message.data'), { state: 'failed' }],
    [403, fcmFailure(403, 'SENDER_ID_MISMATCH'), { state: 'mismatch' }],
    [401, fcmFailure(401, 'THIRD_PARTY_AUTH_ERROR'), { state: 'refused' }],
    [
      429,
      fcmFailure(429, 'QUOTA_EXCEEDED', 'slow down', { 'retry-after': '30' }),
      { state: 'later', retryAfterMs: 30 * SECOND_MS },
    ],
    [
      503,
      fcmFailure(503, 'UNAVAILABLE', 'busy', { 'retry-after': '30' }),
      { state: 'later', retryAfterMs: 30 * SECOND_MS },
    ],
    [503, fcmFailure(503, 'UNAVAILABLE', 'busy'), { state: 'later', retryAfterMs: null }],
    [500, fcmFailure(500, 'INTERNAL'), { state: 'later' }],
  ] as [number, Answering, object][])('F15 maps a response of %i to an outcome', async (_, answer, expected) => {
    const { service, send } = await open(answer);

    expect(await send()).toMatchObject(expected);
    expect(service.pushed).toHaveLength(1);
  });

  it('F15 returns later when the connection is refused, because nothing was sent', async () => {
    const { service, send } = await open();
    service.close();

    expect(await send()).toMatchObject({ state: 'later', reason: 'network-error' });
  });

  it('F15 sends once and returns unknown when the connection breaks after the message', async () => {
    const { service, send } = await open((response) => response.destroy());

    expect(await send()).toEqual({ state: 'unknown', reason: 'network-error' });
    expect(service.pushed).toHaveLength(1);
  });

  it('F15 sends once and returns unknown when the response times out', async () => {
    const { service, send } = await open(() => undefined, { timeoutMs: 2_000 });

    expect(await send()).toEqual({ state: 'unknown', reason: 'TimedOut' });
    expect(service.pushed).toHaveLength(1);
  });

  // The errors as the SDK's own credential throws them. They contain the status of the token server if it sent one.
  it.each([
    ['cannot be reached', { code: 'ENOTFOUND' }, 'later'],
    ['is unavailable', { status: 503 }, 'later'],
    ['limits the rate', { status: 429 }, 'later'],
    ['rejects the key', { status: 400 }, 'refused'],
  ])(
    'sends nothing when the token server %s, and requests a token again for the next message',
    async (_, facts, state) => {
      let asked = 0;
      const token = async () => {
        asked += 1;
        if (asked === 1) throw Object.assign(new Error('no token'), facts);
        return { access_token: 'token-of-tests', expires_in: 3_600 };
      };
      const { service, send } = await open(fcmTaken, { token });

      const [first, second] = [await send(), await send()];

      expect(first).toMatchObject({ state, reason: 'invalid-credential' });
      expect(second).toEqual({ state: 'sent' });
      expect(service.pushed).toHaveLength(1);
    },
  );

  it('sends nothing when the token server hangs', async () => {
    const { service, send } = await open(fcmTaken, { token: () => new Promise(() => undefined), timeoutMs: 300 });

    expect(await send()).toMatchObject({ state: 'later', reason: 'invalid-credential' });
    expect(service.pushed).toEqual([]);
  });
});
