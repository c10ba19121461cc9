import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PushMessage } from '#lib/context/ports/push.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { openClock } from '#tests/support/clock.ts';
import { holdDeadlines } from '#tests/support/deadlines.ts';
import { type Answering, openPushService } from '#tests/support/push-service.ts';
import { subscribe } from '#tests/support/push-subscription.ts';
import { loopbackTls } from '#tests/support/push-vars.ts';
import { signatureOf } from '#tests/support/vapid-signature.ts';
import { keyIdOf, type VapidPair } from './vapid.ts';
import { openWebPush, type WebPushSettings } from './web-push.ts';

const subject = 'mailto:push@plaza.example';
const message: PushMessage = {
  text: 'Ваше замовлення P4C0FFEE00 їде до вас',
  data: {},
  ttlSeconds: 3_600,
  urgency: 'high',
  topic: 'dG9waWM',
};

function newPair(): VapidPair {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url', 'uncompressed');
  // One private key in 256 is shorter, because its leading zeros are missing.
  const short = curve.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - short.length), short]).toString('base64url');
  return { publicKey, privateKey };
}

async function open(answer?: Answering, more: Partial<WebPushSettings> = {}) {
  const clock = openClock();
  const pair = newPair();
  const service = await openPushService(answer);
  const web = openWebPush({
    pair,
    subject,
    allowed: ['localhost'],
    now: clock.now,
    ca: loopbackTls.cert,
    timeoutMs: 60_000,
    ...more,
  });
  const browser = subscribe(`${service.origin}/wpush/1`);
  const send = (keyId = web.keyId, to = browser.subscription) => web.send(to, keyId, message);
  return { clock, pair, service, web, browser, send };
}

describe('openWebPush', () => {
  it('sends a message that only the subscribed browser can decrypt, with lifetime, urgency and topic', async () => {
    const { service, browser, send } = await open();

    const answer = await send();

    expect(answer).toEqual({ state: 'sent' });
    const [pushed] = service.pushed;
    expect(browser.open(pushed?.body ?? Buffer.alloc(0))).toBe(message.text);
    expect(() => subscribe(service.origin).open(pushed?.body ?? Buffer.alloc(0))).toThrow();
    expect(pushed?.body.includes('P4C0FFEE00')).toBe(false);
    expect(pushed?.headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: 'dG9waWM',
      'content-encoding': 'aes128gcm',
    });
  });

  it('signs for the push service’s origin alone, with our subject and for less than a day', async () => {
    const { clock, pair, service, send } = await open();

    await send();

    const { key, payload, alg } = await signatureOf(service.pushed[0]?.headers.authorization, clock.now());
    expect([alg, key]).toEqual(['ES256', pair.publicKey]);
    expect(payload).toMatchObject({ aud: service.origin, sub: subject });
    const life = (payload.exp ?? 0) * 1_000 - clock.now().getTime();
    expect(life).toBeGreaterThan(11 * HOUR_MS);
    expect(life).toBeLessThanOrEqual(24 * HOUR_MS);
  });

  it('reuses a signature for many messages, and renews it before it expires', async () => {
    const { clock, service, send } = await open();

    await send();
    await send();
    clock.advance(11 * HOUR_MS);
    await send();

    const [first, second, third] = service.pushed.map(({ headers }) => headers.authorization);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('reaches subscriptions of the former key with that key, and rejects unknown keys', async () => {
    const former = newPair();
    const { clock, service, web, send } = await open(undefined, { previous: former });
    const formerId = keyIdOf(former.publicKey);

    expect(await send(formerId)).toEqual({ state: 'sent' });
    expect((await signatureOf(service.pushed[0]?.headers.authorization, clock.now())).key).toBe(former.publicKey);
    expect([web.knows(web.keyId), web.knows(formerId), web.knows('other000')]).toEqual([true, true, false]);
    expect(await send('other000')).toEqual({ state: 'mismatch', reason: 'UnknownKey' });
    expect(service.pushed).toHaveLength(1);
  });

  const status =
    (code: number, headers: Record<string, string> = {}, body = ''): Answering =>
    (response) =>
      response.writeHead(code, headers).end(body);

  it.each([
    [200, status(200), { state: 'sent' }],
    [202, status(202), { state: 'sent' }],
    [404, status(404), { state: 'gone', reason: 'Http404' }],
    [410, status(410), { state: 'gone', reason: 'Http410' }],
    [413, status(413), { state: 'too_large', reason: 'Http413' }],
    [429, status(429), { state: 'later', reason: 'Http429', retryAfterMs: null }],
    [429, status(429, { 'retry-after': '120' }), { state: 'later', reason: 'Http429', retryAfterMs: 120_000 }],
    [
      503,
      status(503, { 'retry-after': 'Mon, 02 Mar 2026 10:05:00 GMT' }),
      { state: 'later', reason: 'Http503', retryAfterMs: 300_000 },
    ],
    [500, status(500, { 'retry-after': 'soon' }), { state: 'later', reason: 'Http500', retryAfterMs: null }],
    [400, status(400), { state: 'refused', reason: 'Http400' }],
    [401, status(401), { state: 'refused', reason: 'Http401' }],
    [403, status(403), { state: 'refused', reason: 'Http403' }],
    [400, status(400, {}, '{"reason":"VapidPkHashMismatch"}'), { state: 'mismatch', reason: 'Http400' }],
    [405, status(405), { state: 'failed', reason: 'Http405' }],
    [301, status(301, { location: 'https://127.0.0.1/' }), { state: 'redirected', reason: 'Http301' }],
    [201, (response) => response.writeHead(201).end('x'.repeat(1_000_000)), { state: 'sent' }],
  ] as [number, Answering, object][])(
    'F15 sends once and maps a response of %i to an outcome',
    async (_, answer, expected) => {
      const { service, send } = await open(answer);

      expect(await send()).toEqual(expected);
      expect(service.pushed).toHaveLength(1);
    },
  );

  it('F15 returns unknown when the message may have been sent, and later when it surely was not', async () => {
    const { service, send } = await open((response) => response.destroy());
    const dropped = await send();
    service.answer(() => undefined);
    const deadlines = holdDeadlines();
    const { service: silent, send: sendSilent } = await open(() => deadlines.pass());
    const hung = await sendSilent();
    silent.close();
    const refused = await sendSilent();

    expect(dropped).toEqual({ state: 'unknown', reason: 'ECONNRESET' });
    expect(hung).toEqual({ state: 'unknown', reason: 'TimedOut' });
    expect(refused).toEqual({ state: 'later', reason: 'ECONNREFUSED', retryAfterMs: null });
  });

  it('sends nothing to a server with an untrusted certificate', async () => {
    const { service, send } = await open(undefined, { ca: undefined });

    expect(await send()).toMatchObject({ state: 'later' });
    expect(service.pushed).toEqual([]);
  });

  it('S45 checks the endpoint before each message', async () => {
    const { service, web, browser } = await open();

    for (const endpoint of [`https://127.0.0.1:${service.port}/`, `http://localhost:${service.port}/`, 'nonsense'])
      expect(await web.send({ ...browser.subscription, endpoint }, web.keyId, message)).toEqual({
        state: 'failed',
        reason: 'EndpointRefused',
      });
    expect(service.pushed).toEqual([]);
  });

  it('returns BadSubscription for invalid keys', async () => {
    const { browser, send, web } = await open();
    const keys = { ...browser.subscription.keys, p256dh: 'AAAA' };

    expect(await send(web.keyId, { ...browser.subscription, keys })).toEqual({
      state: 'failed',
      reason: 'BadSubscription',
    });
  });

  it('throws inside a transaction, which may run again', async () => {
    const { send } = await open();

    await expect(insideTransaction(() => send())).rejects.toThrow('web push');
  });
});
