import { describe, expect, it, onTestFinished } from 'vitest';
import { installRuntime } from '#lib/context/runtime.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { sendNotification } from '#lib/notifications/bulk/send.ts';
import { createNotificationInput } from '#lib/notifications/schemas/notification.ts';
import { startDrainer } from '#services/run/drainer.ts';
import { effects } from '#services/run/effects.ts';
import { asUser } from '#tests/support/context.ts';
import type { Answering } from '#tests/support/push-service.ts';
import { addBrowser, openPushWorld } from '#tests/support/pushing.ts';

/**
 * Opens a process that drains its outbox by itself, with a user who has one browser and an admin who writes to them.
 */
async function openTelling(answer?: Answering) {
  const { world, anna, service } = await openPushWorld(answer ? { answer } : {});
  installRuntime(world);
  const drainer = startDrainer(world, effects);
  onTestFinished(() => drainer.close());
  await addBrowser(anna, service.origin, 'one-of-anna');
  const admin = await asUser(world, { role: 'admin' });
  const news = { userId: anna.user.id, type: 'SYSTEM', title: 'News', message: 'Something has happened' };
  /** Returns the `pushSent` that the admin gets. By default the wait is as long as a busy machine may need. */
  const tell = async (more: object = {}, pushWaitMs: number = MINUTE_MS) =>
    (await sendNotification(admin, createNotificationInput.parse({ ...news, ...more }), undefined, pushWaitMs))
      .pushSent;
  return { world, service, tell };
}

describe('sendNotification', () => {
  it('returns true once a push service accepted the push', async () => {
    const { service, tell } = await openTelling();

    expect(await tell()).toBe(true);
    expect(service.pushed).toHaveLength(1);
  });

  it('reports the push of the new text when a notification replaces another', async () => {
    const { world, service, tell } = await openTelling();
    const data = { collapseKey: 'notice' };
    const first = await tell({ data });
    service.answer((response) => response.writeHead(410).end());
    world.clock.advance(1);

    const second = await tell({ data });

    expect([first, second]).toEqual([true, false]);
  });

  it('returns false when the push service refuses', async () => {
    const { service, tell } = await openTelling((response) => response.writeHead(410).end());

    expect(await tell()).toBe(false);
    expect(service.pushed).toHaveLength(1);
  });

  it('returns false when the push service is slower than the timeout', async () => {
    const asked = Promise.withResolvers<() => unknown>();
    const { tell } = await openTelling((response) => asked.resolve(() => response.writeHead(201).end()));

    // The service responds only afterwards, so the call must not wait for its response.
    const isSent = await tell({}, 100);
    const answer = await asked.promise;
    answer();

    expect(isSent).toBe(false);
  });
});
