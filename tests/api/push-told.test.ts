import { describe, expect, it, onTestFinished } from 'vitest';
import { POST as send } from '#app/api/notifications/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { startDrainer } from '#services/run/drainer.ts';
import { effects } from '#services/run/effects.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import type { Answering } from '#tests/support/push-service.ts';
import { addBrowser, openPushWorld } from '#tests/support/pushing.ts';

/** What the caller is told of a push to one browser, while the process that answers empties the outbox by itself. */
async function tellOf(answer?: Answering) {
  const { world, anna, service } = await openPushWorld(answer ? { answer } : {});
  installRuntime(world);
  const drainer = startDrainer(world, effects);
  onTestFinished(() => drainer.close());
  await addBrowser(anna, service.origin, 'one-of-anna');
  const from = performance.now();
  const reply = await call(send, {
    as: await asUser(world, { role: 'admin' }),
    body: { userId: anna.user.id, type: 'SYSTEM', title: 'News', message: 'Something has happened' },
  });
  return {
    status: reply.status,
    pushSent: reply.body.pushSent,
    pushed: service.pushed.length,
    ms: performance.now() - from,
  };
}

describe('POST /api/notifications', () => {
  it('says that a push service has taken the push, whoever performed it', async () => {
    expect(await tellOf()).toMatchObject({ status: 201, pushSent: true, pushed: 1 });
  });

  it('means the push of these words, not one of those they were laid over', async () => {
    const { world, anna, service } = await openPushWorld();
    installRuntime(world);
    const drainer = startDrainer(world, effects);
    onTestFinished(() => drainer.close());
    await addBrowser(anna, service.origin, 'one-of-anna');
    const as = await asUser(world, { role: 'admin' });
    const data = { collapseKey: 'notice' };
    const body = { userId: anna.user.id, type: 'SYSTEM', title: 'News', message: 'Something has happened', data };
    const first = await call(send, { as, body });
    service.answer((response) => response.writeHead(410).end());
    world.clock.advance(1);

    const second = await call(send, { as, body });

    expect([first.body.pushSent, second.body.pushSent]).toEqual([true, false]);
  });

  it('says no where the service refuses, or is slower than an answer may be', async () => {
    const refused = await tellOf((response) => response.writeHead(410).end());
    let release = () => undefined as unknown;
    const slow = await tellOf((response) => {
      release = () => response.writeHead(201).end();
    });
    release();

    expect(refused).toMatchObject({ status: 201, pushSent: false, pushed: 1 });
    expect(slow).toMatchObject({ status: 201, pushSent: false, pushed: 1 });
    // A second of patience, and a busy machine.
    expect(slow.ms).toBeLessThan(process.env.CI ? 5_000 : 1_500);
  });
});
