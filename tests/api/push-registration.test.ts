import { describe, expect, it } from 'vitest';
import { GET as sessionOf } from '#app/api/auth/session/route.ts';
import { POST as signOut } from '#app/api/auth/sign-out/route.ts';
import { POST as register, DELETE as remove } from '#app/api/notifications/fcm/register/route.ts';
import { GET as vapidPublic } from '#app/api/push/vapid-public/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import { type Call, call, cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { subscribe } from '#tests/support/push-subscription.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { openWorld, signInByMail } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

const open = () => openWorld({ vars: pushVars });
const devices = async ({ data }: TestContext) => (await everyRow(data, PushRegistrations)).map((row) => row.data);
const addressAt = (path: string) => subscribe(`https://localhost:9/wpush/${path}`).subscription;

/** Registers a device and returns the status. */
const put = async (as: UserContext, body: object, more: Call = {}) =>
  (await call(register, { as, body: { deviceFingerprint: 'device-one', ...body }, ...more })).status;

describe('GET /api/push/vapid-public', () => {
  it('returns the VAPID key, and 503 when push is not configured', async () => {
    const on = await call(vapidPublic, { as: await asUser(await open()) });
    const off = await call(vapidPublic, { as: await asUser(await openWorld()) });

    expect(on.body).toEqual({ publicKey: pushVars.VAPID_PUBLIC_KEY, keyId: expect.stringMatching(/^[\w-]{8}$/) });
    expect([off.status, off.body.error, off.body.details?.code]).toEqual([
      503,
      'ServiceUnavailable',
      'PushNotConfigured',
    ]);
  });
});

describe('POST /api/notifications/fcm/register', () => {
  it('keeps one row per person and device when its addresses change', async () => {
    const world = await open();
    const anna = await asUser(world);

    expect(await put(anna, { token: 'token-of-may', platform: 'android' })).toBe(200);
    world.clock.advance(MINUTE_MS);
    expect(await put(anna, { token: 'token-of-june' })).toBe(200);
    const subscription = addressAt('1');
    expect(await put(anna, { subscription })).toBe(200);

    const [row, ...others] = await devices(world);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ userId: anna.user.id, token: 'token-of-june', subscription, needsResubscribe: false });
    expect(row?.keyId).toMatch(/^[\w-]{8}$/);
    expect(row?.addressHash).toHaveLength(2);
    expect(row?.lastSeenAt).toBe(world.now().toISOString());
  });

  it('resets a device’s failures only for a new address', async () => {
    const world = await open();
    const anna = await asUser(world);
    const failing = { failCount: 3, failingSince: world.now().toISOString() };
    await put(anna, { subscription: addressAt('1') });
    const subscription = (await devices(world))[0]?.subscription;
    const [row] = await everyRow(world.data, PushRegistrations);
    await world.data.update(PushRegistrations, row?.id ?? '', failing);

    await put(anna, { subscription, isRenewal: true });
    const same = await devices(world);
    await put(anna, { subscription: addressAt('2') });

    expect(same).toMatchObject([failing]);
    expect(await devices(world)).toMatchObject([{ failCount: 0, failingSince: null }]);
  });

  it('moves an address to the person who registered it last', async () => {
    const world = await open();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    const subscription = addressAt('shared');
    await put(anna, { subscription });
    await put(anna, { deviceFingerprint: 'device-two', token: 'token-of-anna' });

    await put(boris, { subscription });

    expect((await devices(world)).map((row) => [row.userId, row.token])).toEqual(
      expect.arrayContaining([
        [boris.user.id, null],
        [anna.user.id, 'token-of-anna'],
      ]),
    );
    expect(await devices(world)).toHaveLength(2);
  });

  it('deletes the row of a replaced address of the caller, and of nobody else', async () => {
    const world = await open();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    await put(anna, { deviceFingerprint: 'device-old', subscription: addressAt('old') });
    await put(boris, { subscription: addressAt('boris') });

    await put(anna, { subscription: addressAt('new'), previousEndpoint: addressAt('old').endpoint });
    await put(anna, { subscription: addressAt('newer'), previousEndpoint: addressAt('boris').endpoint });

    const endpoints = (await devices(world)).map(({ subscription }) => subscription?.endpoint);
    expect(endpoints.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      addressAt('boris').endpoint,
      addressAt('newer').endpoint,
    ]);
  });

  it('responds with 409 to the renewal of a removed device or of another person’s browser', async () => {
    const world = await open();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    const subscription = addressAt('1');
    await put(anna, { subscription });

    const kept = await put(anna, { subscription: addressAt('2'), isRenewal: true });
    const ofAnother = await call(register, {
      as: boris,
      body: { deviceFingerprint: 'device-one', subscription: addressAt('2'), isRenewal: true },
    });
    await call(remove, { as: anna, method: 'DELETE', body: { deviceFingerprint: 'device-one' } });
    const gone = await put(anna, { subscription, isRenewal: true });

    expect([kept, ofAnother.status, gone]).toEqual([200, 409, 409]);
    expect(ofAnother.body.details?.code).toBe('DeviceRemoved');
    expect(await devices(world)).toEqual([]);
  });

  it('keeps a person’s twenty most recently seen devices', async () => {
    const world = await open();
    const anna = await asUser(world);

    for (let n = 0; n < 22; n++) {
      await put(anna, { deviceFingerprint: `device-${n}`, token: `token-${n}-of-anna` });
      world.clock.advance(MINUTE_MS);
    }

    const left = (await devices(world)).map(({ deviceFingerprint }) => deviceFingerprint);
    expect(left).toHaveLength(20);
    expect(left).not.toContain('device-0');
    expect(left).not.toContain('device-1');
  });

  it('accepts any device fingerprint and a long user agent', async () => {
    const world = await open();
    const body = { deviceFingerprint: 'q83vEjRWeJCrze8SNFZ4kA==', token: 'token-of-may' };

    expect(await put(await asUser(world), { ...body, deviceInfo: { userAgent: 'x'.repeat(2_000) } })).toBe(200);
    expect((await devices(world)).map(({ deviceFingerprint }) => deviceFingerprint)).toEqual([body.deviceFingerprint]);
  });

  it.each([
    ['a user id', { token: 'token-of-may', userId: 'usr_other' }],
    ['no address', {}],
    ['a short fingerprint', { deviceFingerprint: 'short', token: 'token-of-may' }],
    ['a long token', { token: 't'.repeat(4_097) }],
    ['an endpoint inside the network', { subscription: { ...addressAt('1'), endpoint: 'https://169.254.169.254/' } }],
    ['an endpoint without TLS', { subscription: { ...addressAt('1'), endpoint: 'http://localhost/' } }],
    [
      'a key that is not on the curve',
      { subscription: { ...addressAt('1'), keys: { ...addressAt('1').keys, p256dh: `B${'A'.repeat(86)}` } } },
    ],
    ['a short secret', { subscription: { ...addressAt('1'), keys: { ...addressAt('1').keys, auth: 'AAAA' } } }],
    ['a key that is not ours', { subscription: addressAt('1'), keyId: 'AAAAAAAA' }],
  ])('S29 S45 rejects %s and stores nothing', async (_, body) => {
    const world = await open();

    const reply = await call(register, {
      as: await asUser(world),
      body: { deviceFingerprint: 'device-one', ...body },
    });

    expect([reply.status, reply.body.error, reply.body.statusCode]).toEqual([400, 'ValidationError', 400]);
    expect(await devices(world)).toEqual([]);
  });

  it('S58 limits other programs to ten registrations a minute, but not our own pages', async () => {
    const world = await open();
    const anna = await asUser(world);
    const body = { token: 'token-of-may' };

    const pages = [];
    for (let n = 0; n < 12; n++) pages.push(await put(anna, body));
    const programs = [];
    for (let n = 0; n < 11; n++) programs.push(await put(anna, body, { program: true }));

    expect(pages).toEqual(Array(12).fill(200));
    expect(programs).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('DELETE /api/notifications/fcm/register', () => {
  it('deletes the caller’s device and nobody else’s, also when repeated', async () => {
    const world = await open();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    await put(anna, { token: 'token-of-anna' });
    await put(boris, { token: 'token-of-boris' });

    for (let turn = 0; turn < 2; turn++) {
      const reply = await call(remove, {
        as: anna,
        method: 'DELETE',
        body: { deviceFingerprint: 'device-one' },
      });
      expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    }

    expect((await devices(world)).map(({ userId }) => userId)).toEqual([boris.user.id]);
  });
});

describe('signing in over another session', () => {
  it('deletes the previous user’s devices, and moves the user’s own to the new session', async () => {
    const world = await open();
    const [anna, boris] = [
      await asUser(world, { email: 'anna@plaza.test', emailKey: 'anna@plaza.test' }),
      await asUser(world),
    ];
    for (const person of [anna, boris]) await put(person, { token: `token-of-${person.user.id}` });
    const [own, others] = [await cookieFor(anna), await cookieFor(boris)];

    const again = await signInByMail(world, 'anna@plaza.test', own);
    await world.drain();
    const kept = await devices(world);
    world.clock.advance(MINUTE_MS);
    await signInByMail(world, 'anna@plaza.test', others);
    await world.drain();

    const { body } = await call(sessionOf, { headers: { cookie: again } });
    expect(kept).toHaveLength(2);
    expect(kept).toContainEqual(expect.objectContaining({ userId: anna.user.id, sessionIdHash: body.session?.id }));
    expect((await devices(world)).map(({ userId }) => userId)).toEqual([anna.user.id]);
  });
});

describe('signing out', () => {
  it('deletes the devices of that session, or of all sessions with everywhere', async () => {
    const world = await open();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    await put(anna, { token: 'token-of-anna' });
    await put(boris, { token: 'token-of-boris' });
    await world.data.set(PushRegistrations, 'elsewhere', {
      ...((await devices(world)).find(({ userId }) => userId === anna.user.id) as Awaited<
        ReturnType<typeof devices>
      >[number]),
      sessionIdHash: 'ses_elsewhere',
    });

    await call(signOut, { as: anna, body: {} });
    await world.drain();
    const afterOne = (await devices(world)).map(({ userId, sessionIdHash }) => [userId, sessionIdHash]);
    const again = await asUser(world);
    await world.data.update(PushRegistrations, 'elsewhere', { userId: again.user.id });
    await call(signOut, { as: again, body: { everywhere: true } });
    await world.drain();

    expect(afterOne).toHaveLength(2);
    expect(afterOne).toContainEqual([anna.user.id, 'ses_elsewhere']);
    expect((await devices(world)).map(({ userId }) => userId)).toEqual([boris.user.id]);
  });
});
