import { beforeAll, expect, it } from 'vitest';
import { POST as dismiss } from '#app/api/admin/outbox/[id]/dismiss/route.ts';
import { POST as retry } from '#app/api/admin/outbox/[id]/retry/route.ts';
import { countDeadEffects, laneFor, listDeadEffects, retryEffect } from '#lib/admin/processes/dead-effects.ts';
import type { EffectState } from '#lib/admin/processes/values.ts';
import type { EffectView } from '#lib/admin/schemas/effect.ts';
import { auditRowsOf } from '#lib/audit/queries.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { Outbox, PushOutbox } from '#lib/data/outbox.ts';
import type { OutboxLane } from '#lib/data/values.ts';
import { effects } from '#services/run/effects.ts';
import { call } from '#tests/support/call.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { asSuperadmin } from '#tests/support/staff.ts';

let ctx: TestContext & UserContext;
const told = openRecordingTunnel();
beforeAll(async () => {
  const world = await testContext({ tunnel: told.tunnel });
  installRuntime(world);
  ctx = await asSuperadmin(world);
});

const REASON = 'Not wanted any more';
/** Presses a button of the page, which shows the effect as waiting for a decision or as set aside. */
const press = (route: typeof retry, id: string, shown: EffectState = 'dead') =>
  call(route, {
    as: ctx,
    params: { id },
    method: 'POST',
    body: route === dismiss ? { reason: REASON } : { status: shown },
  });
const listed = async (lane: OutboxLane = 'common', state: EffectState = 'dead') =>
  (await listDeadEffects(ctx, { lane, state, limit: 100 })).effects.map(({ id }) => id);
const actsOn = async (id: string) => (await ctx.data.find(auditRowsOf(id, 10))).rows.map(({ data }) => data);

it('retry resets an effect that was given up, writes an audit entry and notifies open consoles', async () => {
  const id = await giveUpEffect(ctx);
  told.take();

  const reply = await press(retry, id);

  expect(reply).toMatchObject({ status: 200, body: { success: true, effect: { id, status: 'waiting', attempts: 0 } } });
  expect((await ctx.data.need(Outbox, id)).data).toMatchObject({
    status: 'waiting',
    attempts: 0,
    availableAt: ctx.now().toISOString(),
  });
  expect(await actsOn(id)).toMatchObject([
    { action: 'effect.retried', actorId: ctx.user.id, before: { status: 'dead', attempts: 8 } },
  ]);
  expect(told.take()).toMatchObject([{ event: 'desk.changed', data: { areas: ['outbox'] } }]);
  expect(await listed()).not.toContain(id);
});

it('retry finds an effect of any queue', async () => {
  const id = await giveUpEffect(ctx, { topic: 'notification.push-device' }, 'push');

  expect(await listed()).not.toContain(id);
  expect(await listed('push')).toContain(id);
  expect((await press(retry, id)).status).toBe(200);
  expect((await ctx.data.need(PushOutbox, id)).data.status).toBe('waiting');
});

it('dismiss sets an effect aside with a reason, and the effect expires after a week', async () => {
  const id = await giveUpEffect(ctx, { payload: null });

  expect((await press(dismiss, id)).body).toMatchObject({ effect: { status: 'dismissed', retryBar: 'emptied' } });
  expect((await ctx.data.need(Outbox, id)).data.expiresAt).toBe(after(ctx.now(), 7 * DAY_MS));
  expect(await listed()).not.toContain(id);
  expect(await listed('common', 'dismissed')).toContain(id);
  expect(await actsOn(id)).toMatchObject([{ action: 'effect.dismissed', reason: REASON }]);
});

it('retry reactivates a dismissed effect and clears its expiry', async () => {
  const id = await giveUpEffect(ctx);
  await press(dismiss, id);

  expect(await press(retry, id, 'dismissed')).toMatchObject({
    status: 200,
    body: { effect: { status: 'waiting', attempts: 0 } },
  });

  expect((await ctx.data.need(Outbox, id)).data.expiresAt).toBeNull();
  expect(await listed('common', 'dismissed')).not.toContain(id);
  const acts = (await actsOn(id)).map(({ action }) => action);
  expect(acts.sort()).toEqual(['effect.dismissed', 'effect.retried']);
});

it('dismiss rejects a missing or short reason', async () => {
  const id = await giveUpEffect(ctx);

  const replies = [{}, { reason: ' no ' }].map((body) =>
    call(dismiss, { as: ctx, params: { id }, method: 'POST', body }),
  );

  for (const reply of await Promise.all(replies))
    expect(reply).toMatchObject({ status: 400, body: { details: { reason: expect.any(String) } } });
  expect(await listed()).toContain(id);
});

it('the first decision wins, also over concurrent calls', async () => {
  const id = await giveUpEffect(ctx);
  const presses = (route: typeof retry) => Promise.all([route, route, route].map((one) => press(one, id)));

  expect((await presses(retry)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await presses(dismiss)).map(({ status }) => status)).toEqual([409, 409, 409]);
  const kept = (await actsOn(id)).filter(({ result }) => result === 'ok');
  expect(kept).toMatchObject([{ action: 'effect.retried' }]);
});

it.each([
  ['dead', 'dismissed', /^Someone else has dismissed this task/],
  ['dismissed', 'dead', /failed again$/],
] as const)(
  'retry of an effect shown as %s responds with 409 when the effect is %s by now',
  async (shown, status, words) => {
    const id = await giveUpEffect(ctx, { status });

    expect(await press(retry, id, shown)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(words), details: { code: 'EffectChanged', status } },
    });
    expect((await ctx.data.need(Outbox, id)).data).toMatchObject({ status, attempts: 8 });
    expect(await actsOn(id)).toMatchObject([{ result: 'denied', after: { refusedBy: 'EffectChanged' } }]);
  },
);

it.each([
  ['the retry first', [retry, dismiss]],
  ['the dismissal first', [dismiss, retry]],
] as const)('concurrent retry and dismiss of an effect have one winner, %s', async (_, routes) => {
  const id = await giveUpEffect(ctx);

  const replies = await Promise.all(routes.map((route) => press(route, id)));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const acts = (await actsOn(id)).filter(({ result }) => result === 'ok');
  const { status } = (await ctx.data.need(Outbox, id)).data;
  expect(acts.map(({ after: change }) => change?.status)).toEqual([status]);
  expect(replies.find((reply) => reply.status === 200)).toMatchObject({ body: { effect: { status } } });
});

it('retry rejects a body without the status that the page showed', async () => {
  const id = await giveUpEffect(ctx);

  const replies = [{}, { status: 'waiting' }].map((body) => call(retry, { as: ctx, params: { id }, body }));

  for (const reply of await Promise.all(replies))
    expect(reply).toMatchObject({ status: 400, body: { details: { status: expect.any(String) } } });
  expect(await listed()).toContain(id);
});

it.each([
  ['retry', retry, 'waiting'],
  ['retry', retry, 'leased'],
  ['retry', retry, 'done'],
  ['dismiss', dismiss, 'dismissed'],
] as const)('%s returns the effect unchanged when the status is %s', async (_, route, status) => {
  const id = await giveUpEffect(ctx, { status });
  told.take();

  expect(await press(route, id)).toMatchObject({ status: 200, body: { effect: { id, status, attempts: 8 } } });
  expect(await actsOn(id)).toEqual([]);
  expect(told.take()).toEqual([]);
});

it.each([
  [dismiss, 'waiting'],
  [dismiss, 'leased'],
  [dismiss, 'done'],
] as const)(
  'a forbidden transition responds with 409, leaves the effect and writes an audit entry',
  async (route, status) => {
    const id = await giveUpEffect(ctx, { status });

    expect(await press(route, id)).toMatchObject({ status: 409, body: { details: { code: 'InvalidTransition' } } });
    expect((await ctx.data.need(Outbox, id)).data).toMatchObject({ status, attempts: 8 });
    expect(await actsOn(id)).toMatchObject([{ result: 'denied', after: { refusedBy: 'InvalidTransition' } }]);
  },
);

it.each(['user.purge', 'crm.drop-files', 'crm.merge', 'group.over', 'session.ended', 'call.watch'])(
  'dismiss refuses %s, because nothing else would do its work',
  async (topic) => {
    const id = await giveUpEffect(ctx, { topic });

    expect(await press(dismiss, id)).toMatchObject({ status: 409, body: { details: { code: 'EffectOwed' } } });
    expect(await listed()).toContain(id);
  },
);

it('responses and audit entries describe an effect by ids, and nothing else of its payload', async () => {
  const id = await giveUpEffect(ctx, { payload: { orderId: 'ord_1', email: 'ann@example.com', userId: { no: 'id' } } });

  expect((await press(retry, id)).body).toMatchObject({ effect: { about: { orderId: 'ord_1' } } });
  const [act] = await actsOn(id);
  expect(act?.after).toEqual({ status: 'waiting', topic: 'message.notify', orderId: 'ord_1' });
});

it('retry refuses an effect whose secret payload was removed', async () => {
  const id = await giveUpEffect(ctx, { payload: null });

  expect(await press(retry, id)).toMatchObject({ status: 409, body: { details: { code: 'InvalidTransition' } } });
  expect((await ctx.data.need(Outbox, id)).data.status).toBe('dead');
  expect(await listed()).toContain(id);
});

const barOf = async (world: TestContext, id: string) =>
  (await listDeadEffects(world, { lane: 'common', limit: 10 })).effects.find((one) => one.id === id)?.retryBar;

it.each(['notification.push', 'notification.email'])(
  'retry refuses %s once its dedup record may be gone',
  async (topic) => {
    const world = await asSuperadmin(await testContext());
    const old = await giveUpEffect(world, { topic });
    world.clock.advance(29 * DAY_MS);
    expect(await barOf(world, old)).toBeNull();

    world.clock.advance(1);

    expect(await barOf(world, old)).toBe('too_old');
    await expect(retryEffect(world, old, 'dead')).rejects.toMatchObject({ status: 409, code: 'EffectTooOld' });
    expect((await world.data.need(Outbox, old)).data).toMatchObject({ status: 'dead', attempts: 8 });
  },
);

it('the age limit of a retry counts from the first enqueue, whatever the retries since', async () => {
  const world = await asSuperadmin(await testContext());
  const id = await giveUpEffect(world, { topic: 'notification.push' });
  world.clock.advance(20 * DAY_MS);
  await retryEffect(world, id, 'dead');
  await world.data.update(Outbox, id, { status: 'dead', attempts: 8, availableAt: world.now().toISOString() });
  expect(await barOf(world, id)).toBeNull();

  world.clock.advance(9 * DAY_MS + 1);

  expect(await barOf(world, id)).toBe('too_old');
  await expect(retryEffect(world, id, 'dead')).rejects.toMatchObject({ code: 'EffectTooOld' });
});

it.each(effects.map(({ topic }) => topic.name).filter((name) => !/^notification\.(push|email)$/.test(name)))(
  'retry accepts %s at any age',
  async (topic) => {
    const world = await asSuperadmin(await testContext());
    const old = await giveUpEffect(world, { topic });

    world.clock.advance(400 * DAY_MS);

    expect(await barOf(world, old)).toBeNull();
    expect(await retryEffect(world, old, 'dead')).toMatchObject({ effect: { status: 'waiting' } });
  },
);

it('the list of a queue pages through all effects, oldest first, without payloads', async () => {
  const world = await testContext();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    world.clock.advance(1000);
    made.push(await giveUpEffect(world, { payload: { text: 'a secret text' } }));
  }
  await giveUpEffect(world, {}, 'push');

  const found: EffectView[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listDeadEffects(world, { lane: 'common', limit: 2, cursor: cursor ?? undefined });
    expect(page.effects.length).toBeLessThanOrEqual(2);
    found.push(...page.effects);
    cursor = page.nextCursor;
  } while (cursor !== null);

  expect(found.map(({ id }) => id)).toEqual(made);
  expect(JSON.stringify(found)).not.toContain('a secret text');
  const counts = await countDeadEffects(world, 4);
  expect(counts).toEqual({ common: 4, push: 1, model: 0 });
  expect(['push', 'no queue', undefined].map((asked) => laneFor(asked, counts))).toEqual(['push', 'common', 'common']);
  expect(laneFor(undefined, { ...counts, common: 0 })).toBe('push');
});

it('retry of an unknown effect responds with 404 and writes no audit entry', async () => {
  const before = await ctx.data.count(auditRowsOf('obx_nothing', 10));

  expect((await press(retry, 'obx_nothing')).status).toBe(404);
  expect(await ctx.data.count(auditRowsOf('obx_nothing', 10))).toBe(before);
});
