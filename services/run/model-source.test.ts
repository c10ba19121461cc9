import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayOf } from '#lib/core/time.ts';
import { EmailDrafts, EmailThreads } from '#lib/crm/collections.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { EmailBudgetDays } from '#lib/settings/model/collections.ts';
import { needSettings, sealSetting } from '#lib/settings/settings.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { type ModelServer, openModelServer } from '#tests/support/model-server.ts';
import { storeMail } from '#tests/support/stored-mails.ts';
import { everyRow } from '#tests/support/world.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await openModelServer({ say: { ok: true } });
});
afterEach(() => server.close());

const vars = (baseUrl: string) => ({
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: baseUrl,
  AI_MODEL: 'm-1',
  AI_API_KEY: 'key-of-the-first-start',
});

async function change(world: TestContext, data: object, apiKey?: string): Promise<void> {
  const stored = await needSettings(world, 'ai');
  const at = world.now().toISOString();
  const secrets =
    apiKey === undefined
      ? stored.secrets
      : { apiKey: { ciphertext: sealSetting(world.keys.settings, 'ai', 'apiKey', apiKey), last4: '', updatedAt: at } };
  const next = { ...stored, data: { ...stored.data, ...data }, secrets, version: stored.version + 1 };
  await world.data.set(PlatformSettings, 'ai', next);
}

const ask = { purpose: 'classify' as const, instructions: 'i', data: 'd', signal: new AbortController().signal };
const schema = z.object({ ok: z.boolean() });

describe('ctx.model()', () => {
  it('returns null when no model is configured', async () => {
    const plain = await testContext();
    const world = await testContext({ vars: vars(server.baseUrl) });
    expect(await plain.model()).toBeNull();
    expect(await world.model()).not.toBeNull();

    for (const data of [
      { provider: 'embedded' },
      { provider: 'openai-compatible', baseUrl: null },
      { baseUrl: server.baseUrl, models: null },
    ]) {
      await change(world, data);
      expect(await world.model()).toBeNull();
    }
  });

  it('follows changed settings from one call to the next', async () => {
    const world = await testContext({ vars: vars(server.baseUrl) });
    const first = await world.model();
    expect(await world.model()).toBe(first);
    await first?.complete(ask, schema);

    await change(world, { models: { classify: 'm-2', draft: 'm-2', agent: 'm-2' } }, 'another-key');
    await (await world.model())?.complete(ask, schema);

    expect(server.asked.map(({ body, authorization }) => [body.model, authorization])).toEqual([
      ['m-1', 'Bearer key-of-the-first-start'],
      ['m-2', 'Bearer another-key'],
    ]);
  });

  it('returns null when the daily budget is spent, and the thread is flagged', async () => {
    const world = await testContext({ vars: vars(server.baseUrl) });
    await change(world, { dailyBudgetMicros: 100 });
    const spent = { spentMicros: 100, reservedMicros: 0, unpricedCalls: 0, updatedAt: world.now().toISOString() };
    await world.data.set(EmailBudgetDays, dayOf(world.now()), spent);
    expect(await world.model()).toBeNull();

    const { threadId } = await storeMail(world, { text: 'Where is my order?' });
    await world.drain();

    expect((await world.data.need(EmailThreads, threadId)).data).toMatchObject({
      intent: 'order_status',
      flags: ['budgetExhausted'],
    });
    expect(server.asked).toEqual([]);
  });
});

describe('a mail when the model fails', () => {
  it.each([
    ['500', { status: 500 }],
    ['429', { status: 429, headers: { 'retry-after': '3600' } }],
    ['garbage', 'garbage'],
    ['a cut connection', 'cut'],
    ['a silent server', 'hang'],
  ] as const)('F16 gets its draft from the rules, whatever the model does: %s', async (_, behaviour) => {
    const world = await testContext({ vars: vars(server.baseUrl) });
    // A silent model is asked eight times. The timeout gives each request time to reach it.
    await change(world, { timeoutMs: behaviour === 'hang' ? 2_000 : 60_000 });
    server.behave(behaviour);
    const { threadId } = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();
    for (const ms of [11_000, 61_000, 301_000, 1_000, 11_000, 61_000, 301_000]) {
      world.clock.advance(ms);
      await world.drain();
    }

    expect(server.asked).toHaveLength(8);
    expect((await world.data.need(EmailThreads, threadId)).data).toMatchObject({
      intent: 'order_status',
      flags: ['aiFallback'],
      activeDraftStatus: 'pending',
    });
    const drafts = await everyRow(world.data, EmailDrafts);
    expect(drafts.map(({ data }) => data.source)).toEqual(['template']);
  });
});
