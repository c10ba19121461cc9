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

it('has an effect performed once more with all its tries, puts that on record, and tells open consoles', async () => {
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

it('finds it in whichever queue it is', async () => {
  const id = await giveUpEffect(ctx, { topic: 'notification.push-device' }, 'push');

  expect(await listed()).not.toContain(id);
  expect(await listed('push')).toContain(id);
  expect((await press(retry, id)).status).toBe(200);
  expect((await ctx.data.need(PushOutbox, id)).data.status).toBe('waiting');
});

it('sets one aside for a reason, which then waits for nobody and goes after a week', async () => {
  const id = await giveUpEffect(ctx, { payload: null });

  expect((await press(dismiss, id)).body).toMatchObject({ effect: { status: 'dismissed', retryBar: 'emptied' } });
  expect((await ctx.data.need(Outbox, id)).data.expiresAt).toBe(after(ctx.now(), 7 * DAY_MS));
  expect(await listed()).not.toContain(id);
  expect(await listed('common', 'dismissed')).toContain(id);
  expect(await actsOn(id)).toMatchObject([{ action: 'effect.dismissed', reason: REASON }]);
});

it('takes one back that was set aside, and keeps it', async () => {
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

it('sets nothing aside without a reason', async () => {
  const id = await giveUpEffect(ctx);

  const replies = [{}, { reason: ' no ' }].map((body) =>
    call(dismiss, { as: ctx, params: { id }, method: 'POST', body }),
  );

  for (const reply of await Promise.all(replies))
    expect(reply).toMatchObject({ status: 400, body: { details: { reason: expect.any(String) } } });
  expect(await listed()).toContain(id);
});

it('decides once, also when pressed many times at once', async () => {
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
] as const)('does not try again what was shown as %s and is %s by now, and says so', async (shown, status, words) => {
  const id = await giveUpEffect(ctx, { status });

  expect(await press(retry, id, shown)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(words), details: { code: 'EffectChanged', status } },
  });
  expect((await ctx.data.need(Outbox, id)).data).toMatchObject({ status, attempts: 8 });
  expect(await actsOn(id)).toMatchObject([{ result: 'denied', after: { refusedBy: 'EffectChanged' } }]);
});

it.each([
  ['the retry first', [retry, dismiss]],
  ['the dismissal first', [dismiss, retry]],
] as const)('decides one way where two decide otherwise at once, %s', async (_, routes) => {
  const id = await giveUpEffect(ctx);

  const replies = await Promise.all(routes.map((route) => press(route, id)));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const acts = (await actsOn(id)).filter(({ result }) => result === 'ok');
  const { status } = (await ctx.data.need(Outbox, id)).data;
  expect(acts.map(({ after: change }) => change?.status)).toEqual([status]);
  expect(replies.find((reply) => reply.status === 200)).toMatchObject({ body: { effect: { status } } });
});

it('tries nothing again without a word on what the page showed', async () => {
  const id = await giveUpEffect(ctx);

  const replies = [{}, { status: 'waiting' }].map((body) => call(retry, { as: ctx, params: { id }, body }));

  for (const reply of await Promise.all(replies))
    expect(reply).toMatchObject({ status: 400, body: { details: { status: expect.any(String) } } });
  expect(await listed()).toContain(id);
});

it.each([
  ['try again', retry, 'waiting'],
  ['try again', retry, 'leased'],
  ['try again', retry, 'done'],
  ['set aside', dismiss, 'dismissed'],
] as const)('answers to %s as it stands where it is %s already', async (_, route, status) => {
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
] as const)('refuses what cannot be, leaves the effect, and puts the attempt on record', async (route, status) => {
  const id = await giveUpEffect(ctx, { status });

  expect(await press(route, id)).toMatchObject({ status: 409, body: { details: { code: 'InvalidTransition' } } });
  expect((await ctx.data.need(Outbox, id)).data).toMatchObject({ status, attempts: 8 });
  expect(await actsOn(id)).toMatchObject([{ result: 'denied', after: { refusedBy: 'InvalidTransition' } }]);
});

it.each(['user.purge', 'crm.drop-files', 'crm.merge', 'group.over', 'session.ended', 'call.watch'])(
  'does not let %s be set aside, for nothing else would do it',
  async (topic) => {
    const id = await giveUpEffect(ctx, { topic });

    expect(await press(dismiss, id)).toMatchObject({ status: 409, body: { details: { code: 'EffectOwed' } } });
    expect(await listed()).toContain(id);
  },
);

it('says by ids what an effect is about, also on record, and nothing else of what it carries', async () => {
  const id = await giveUpEffect(ctx, { payload: { orderId: 'ord_1', email: 'ann@example.com', userId: { no: 'id' } } });

  expect((await press(retry, id)).body).toMatchObject({ effect: { about: { orderId: 'ord_1' } } });
  const [act] = await actsOn(id);
  expect(act?.after).toEqual({ status: 'waiting', topic: 'message.notify', orderId: 'ord_1' });
});

it('cannot try again what carried a secret, for that is gone', async () => {
  const id = await giveUpEffect(ctx, { payload: null });

  expect(await press(retry, id)).toMatchObject({ status: 409, body: { details: { code: 'InvalidTransition' } } });
  expect((await ctx.data.need(Outbox, id)).data.status).toBe('dead');
  expect(await listed()).toContain(id);
});

const barOf = async (world: TestContext, id: string) =>
  (await listDeadEffects(world, { lane: 'common', limit: 10 })).effects.find((one) => one.id === id)?.retryBar;

it.each(['notification.push', 'notification.email'])(
  'does not try %s again once it might no longer know that it has happened',
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

it('counts that time from the promise, however often it has been tried again since', async () => {
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
  'tries %s again however long ago it was',
  async (topic) => {
    const world = await asSuperadmin(await testContext());
    const old = await giveUpEffect(world, { topic });

    world.clock.advance(400 * DAY_MS);

    expect(await barOf(world, old)).toBeNull();
    expect(await retryEffect(world, old, 'dead')).toMatchObject({ effect: { status: 'waiting' } });
  },
);

it('reaches all of a queue page by page, the one that waits longest first, without what they carry', async () => {
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

it('leaves no trace of a call about nothing', async () => {
  const before = await ctx.data.count(auditRowsOf('obx_nothing', 10));

  expect((await press(retry, 'obx_nothing')).status).toBe(404);
  expect(await ctx.data.count(auditRowsOf('obx_nothing', 10))).toBe(before);
});
