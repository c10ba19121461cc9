import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { fcmFailure, fcmTaken, openFcmAt } from '#tests/support/fcm-service.ts';
import { type Answering, openPushService } from '#tests/support/push-service.ts';
import { everyRow } from '#tests/support/world.ts';
import { PushRegistrations } from './collections.ts';
import { registerDevice } from './registrations.ts';

/** Notifies a user with one app device. */
async function pushTo(answer: Answering) {
  const service = await openPushService(answer);
  const tokens = openFcmAt(service.port, () => world.now());
  const world = await testContext({ push: { web: null, tokens } });
  const anna = await asUser(world);
  await registerDevice(anna, {
    deviceFingerprint: 'phone-of-anna',
    deviceInfo: {},
    platform: 'android',
    token: 'token-1',
  });
  await createNotification(world, anna.user.id, { type: 'SYSTEM', title: 'News', message: 'Words', source: 'test' });
  const delivery = async () =>
    (await everyRow(world.data, NotificationDeliveries))
      .map(({ data }) => data)
      .find(({ channel }) => channel === 'push');
  const devices = async () => (await everyRow(world.data, PushRegistrations)).map(({ data }) => data);
  return { world, service, delivery, devices };
}

describe('a push to an app', () => {
  it('is sent once and recorded', async () => {
    const { world, service, delivery, devices } = await pushTo(fcmTaken);

    await world.drain();
    await world.drain();

    expect(service.pushed).toHaveLength(1);
    expect(await delivery()).toMatchObject({ status: 'sent', provider: 'fcm', attempts: 1 });
    expect(await devices()).toMatchObject([{ lastOkAt: world.now().toISOString(), failCount: 0 }]);
  });

  it('F15 deletes a token that is no longer registered', async () => {
    const { world, service, delivery, devices } = await pushTo(fcmFailure(404, 'UNREGISTERED'));

    await world.drain();

    expect(service.pushed).toHaveLength(1);
    expect(await delivery()).toMatchObject({ status: 'failed', reason: 'registration-token-not-registered' });
    expect(await devices()).toEqual([]);
  });

  it.each([
    [429, fcmFailure(429, 'QUOTA_EXCEEDED', 'slow down', { 'retry-after': '90' }), 90],
    // Longer than the SDK itself waits between its attempts.
    [503, fcmFailure(503, 'UNAVAILABLE', 'busy', { 'retry-after': '120' }), 120],
  ])('F15 is retried after a %i when the service asked for it, and not before', async (_, answer, seconds) => {
    const { world, service, delivery } = await pushTo(answer);
    await world.drain();
    const waiting = await delivery();
    world.clock.advance((seconds - 1) * SECOND_MS);
    await world.drain();
    const early = service.pushed.length;
    service.answer(fcmTaken);

    world.clock.advance(SECOND_MS);
    await world.drain();

    expect(waiting).toMatchObject({ status: 'queued', nextAt: world.now().toISOString() });
    expect([early, service.pushed.length]).toEqual([1, 2]);
    expect(await delivery()).toMatchObject({ status: 'sent', attempts: 2 });
  });
});
