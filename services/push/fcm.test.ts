import { Agent } from 'node:https';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import type { PushMessage } from '#lib/notifications/push/ports.ts';
import { openClock } from '#tests/support/clock.ts';
import { type Answering, openPushService } from '#tests/support/push-service.ts';
import { loopbackTls } from '#tests/support/push-vars.ts';
import { openFcm } from './fcm.ts';

const message: PushMessage = {
  text: '',
  data: { v: '1', id: 'ntf_1', title: 'Привіт', urgent: 'false' },
  ttlSeconds: 90,
  urgency: 'high',
  topic: 'dG9waWM',
};

/** Stands for the machine of the service: every connection goes to the loopback server. */
class Redirected extends Agent {
  readonly #port: number;
  constructor(port: number) {
    super();
    this.#port = port;
  }
  override createConnection() {
    return connect({
      host: '127.0.0.1',
      port: this.#port,
      servername: 'localhost',
      ca: loopbackTls.cert,
      ALPNProtocols: ['http/1.1'],
    });
  }
}

async function open(answer?: Answering) {
  const service = await openPushService(
    answer ?? ((response) => response.writeHead(200, json).end('{"name":"projects/plaza/messages/1"}')),
  );
  const fcm = openFcm({
    projectId: 'plaza',
    credential: async () => ({ getAccessToken: async () => ({ access_token: 'token-of-tests', expires_in: 3_600 }) }),
    now: openClock().now,
    agent: new Redirected(service.port),
  });
  return { service, send: () => fcm.send('device-1', message) };
}

const json = { 'content-type': 'application/json' };
const failure =
  (status: number, errorCode: string, text = 'no', headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, { ...json, ...headers }).end(
      JSON.stringify({
        error: {
          code: status,
          message: text,
          status: errorCode,
          details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
        },
      }),
    );

describe('openFcm', () => {
  it('hands one device one message of texts only, with lifetime, urgency and topic', async () => {
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
    [404, failure(404, 'UNREGISTERED'), { state: 'gone' }],
    [400, failure(400, 'INVALID_ARGUMENT', 'The registration token is not valid'), { state: 'gone' }],
    [400, failure(400, 'INVALID_ARGUMENT', 'Invalid value at message.data'), { state: 'failed' }],
    [403, failure(403, 'SENDER_ID_MISMATCH'), { state: 'mismatch' }],
    [401, failure(401, 'THIRD_PARTY_AUTH_ERROR'), { state: 'refused' }],
    [
      429,
      failure(429, 'QUOTA_EXCEEDED', 'slow down', { 'retry-after': '30' }),
      { state: 'later', retryAfterMs: 30 * SECOND_MS },
    ],
    // Longer than the SDK itself would wait between its tries.
    [503, failure(503, 'UNAVAILABLE', 'busy', { 'retry-after': '120' }), { state: 'later', retryAfterMs: 120_000 }],
    [500, failure(500, 'INTERNAL'), { state: 'later' }],
  ] as [number, Answering, object][])('F15 says what an answer of %i means', async (_, answer, expected) => {
    const { service, send } = await open(answer);

    expect(await send()).toMatchObject(expected);
    expect(service.pushed).toHaveLength(1);
  });

  it('F15 says that nothing was sent where nobody listens', async () => {
    const { service, send } = await open();
    service.close();

    expect(await send()).toMatchObject({ state: 'later', reason: 'network-error' });
  });
});
