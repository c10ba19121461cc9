import { describe, expect, it } from 'vitest';
import { systemContext } from '#lib/context/context.ts';
import type { Model, ModelFailure } from '#lib/context/ports/model.ts';
import { dayOf } from '#lib/core/time.ts';
import { EmailApiUsage, EmailDrafts, EmailMessages, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { generateDraft } from '#lib/crm/drafts/writing/draft-writer.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import { completeTask } from '#lib/crm/tasks/tasks.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { EmailBudgetDays } from '#lib/settings/model/collections.ts';
import type { AiSettings } from '#lib/settings/schemas/settings.ts';
import { needSettings } from '#lib/settings/settings.ts';
import { scriptedModel } from '#services/llm/scripted.ts';
import { asUser, type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { storeMail, type TestMail } from '#tests/support/stored-mails.ts';
import { everyEffect, everyRow } from '#tests/support/world.ts';
import { enrich } from './enrich.ts';

const PRICE = {
  inputMicrosPerMillion: 1_000_000,
  cachedInputMicrosPerMillion: 100_000,
  outputMicrosPerMillion: 2_000_000,
};
const classified = {
  intent: 'order_status',
  sentiment: 'neutral',
  score: 0.1,
  language: 'en',
  urgency: 'high',
  summary: 'Asks where the order is.',
  confidence: 'high',
};
const drafted = { body: 'Hello Dana,\n\nwe are looking into it.', confidence: 'medium', missing: [] };
const obliging = () => scriptedModel(({ purpose }) => ({ say: purpose === 'classify' ? classified : drafted }));
const failing = (failure: ModelFailure, retry = true) =>
  scriptedModel(() => ({ ok: false, failure, retry, usage: null }));

async function worldWith(
  model: Model | null,
  settings: Partial<AiSettings> = {},
  more: Overrides = {},
): Promise<TestContext> {
  const world = await testContext({ model: async () => model, ...more });
  const stored = await needSettings(world, 'ai');
  const data = { ...stored.data, prices: { 'scripted-1': PRICE }, ...settings };
  await world.data.set(PlatformSettings, 'ai', { ...stored, data });
  return world;
}

const read = async (world: TestContext, { threadId, messageId }: { threadId: string; messageId: string }) => ({
  thread: (await world.data.need(EmailThreads, threadId)).data,
  message: (await world.data.need(EmailMessages, messageId)).data,
  drafts: (await everyRow(world.data, EmailDrafts)).map(({ data }) => data),
  tasks: (await everyRow(world.data, EmailTasks)).map(({ data }) => data),
  usage: (await everyRow(world.data, EmailApiUsage)).map(({ data }) => data),
});
const pause = async (world: TestContext, ms: number) => {
  world.clock.advance(ms);
  await world.drain();
};

describe('a mail without a model', () => {
  it('is classified by the rules and gets a draft from a template, at no cost', async () => {
    const world = await worldWith(null);
    const ids = await storeMail(world, {
      subject: 'Where is my parcel?',
      text: 'Where is my order? It was due on Monday.',
    });

    await world.drain();

    const { thread, message, drafts, usage, tasks } = await read(world, ids);
    expect(message).toMatchObject({ intent: 'order_status', sentiment: 'neutral' });
    expect(thread).toMatchObject({
      intent: 'order_status',
      language: 'en',
      urgency: 'normal',
      flags: [],
      activeDraftStatus: 'pending',
    });
    expect(thread.summary).toContain('Where is my order?');
    expect(drafts).toEqual([
      expect.objectContaining({
        status: 'pending',
        source: 'template',
        provider: 'embedded',
        promptVersion: 'rules-3',
        toEmail: 'dana@customer.example',
        replyToMessageId: ids.messageId,
      }),
    ]);
    expect(drafts[0]?.body).toContain('Hello Dana,');
    expect(usage.map(({ provider, costMicros, inputTokens, ok }) => [provider, costMicros, inputTokens, ok])).toEqual([
      ['embedded', 0, 0, true],
      ['embedded', 0, 0, true],
    ]);
    expect(tasks).toEqual([]);
  });

  it('gets a draft in its own language', async () => {
    const world = await worldWith(null);
    const ids = await storeMail(world, {
      subject: 'Повернення',
      text: 'Добрий день, хочу повернути куртку, розмір не підійшов.',
    });

    await world.drain();

    const { thread, drafts } = await read(world, ids);
    expect(thread).toMatchObject({ intent: 'return_refund', language: 'uk' });
    expect(drafts[0]?.body).toContain('Вітаємо, Dana!');
    expect(drafts[0]?.openSlots).toEqual(['наступний крок']);
  });

  it('gets one reply task, and no draft, when no template fits', async () => {
    const world = await worldWith(null);
    const ids = await storeMail(world, { subject: 'Job', text: 'I attach my CV for the warehouse vacancy.' });

    await world.drain();
    const again = { messageId: ids.messageId, step: 'draft' as const, promptVersion: '1' };
    await enrich(systemContext(world, 'req_again'), again);

    const { drafts, tasks, thread } = await read(world, ids);
    expect(drafts).toEqual([]);
    expect(tasks).toEqual([
      expect.objectContaining({ taskType: 'reply', status: 'open', title: 'Reply to: Job', createdBy: 'system' }),
    ]);
    expect(thread.openTaskCount).toBe(1);
  });

  it('gets no second reply task while one is open, and a new task after its completion', async () => {
    const world = await worldWith(null);
    const first = await storeMail(world, { subject: 'Job', text: 'I attach my CV for the warehouse vacancy.' });
    await world.drain();
    const write = async (text: string) => {
      world.clock.advance(1_000);
      await storeMail(world, { subject: 'Re: Job', text, threadId: first.threadId });
      await world.drain();
    };

    await write('And here is my photograph.');
    const [task, ...others] = await everyRow(world.data, EmailTasks);
    await completeTask(await asUser(world, { role: 'admin' }), task?.id ?? '');
    await write('And my certificates.');

    expect(others).toEqual([]);
    const { tasks, thread } = await read(world, first);
    expect(tasks.map(({ status }) => status).sort()).toEqual(['completed', 'open']);
    expect(thread.openTaskCount).toBe(1);
  });

  it('gets order facts only when the order belongs to the address that the reply goes to', async () => {
    const order = {
      number: 'P4K7MNQ2X9',
      status: 'shipped',
      amount: '10.00',
      currency: 'UAH',
      trackingUrl: null,
    } as const;
    const asked: string[] = [];
    const customerOrders = {
      find: async ({ email, number }: { email: string; number: string | null }) => {
        asked.push(`${email} ${number}`);
        return email === 'dana@customer.example' ? order : null;
      },
    };
    const world = await worldWith(null, {}, { customerOrders });
    const text = 'Where is my order P4K7MNQ2X9?';
    const own = await storeMail(world, { text });
    const otherMail = await storeMail(world, { text, from: { email: 'eve@else.example', name: 'Eve' } });
    // This mail claims to be from Dana but asks for replies at another address.
    const replyTo = { email: 'eve@customer.example', name: null };
    const spoofed = await storeMail(world, { text, message: { replyTo } });

    await world.drain();

    const rows = (await everyRow(world.data, EmailDrafts)).map(({ data }) => data);
    expect(rows.find(({ threadId }) => threadId === own.threadId)?.body).toContain('is on its way to you');
    for (const { threadId: id } of [otherMail, spoofed])
      expect(rows.find(({ threadId }) => threadId === id)?.openSlots).toEqual(['order status']);
    expect(asked.sort()).toEqual([
      'dana@customer.example P4K7MNQ2X9',
      'eve@customer.example P4K7MNQ2X9',
      'eve@else.example P4K7MNQ2X9',
    ]);
  });
});

describe('a mail with a model', () => {
  it('is classified and drafted by the model, and each call is recorded with its cost', async () => {
    const model = obliging();
    const world = await worldWith(model);
    const ids = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();

    const { thread, message, drafts, usage } = await read(world, ids);
    expect(message).toMatchObject({ intent: 'order_status', sentimentMilli: 100 });
    expect(thread).toMatchObject({ summary: 'Asks where the order is.', urgency: 'high', flags: [] });
    expect(drafts).toEqual([
      expect.objectContaining({
        source: 'ai',
        provider: 'scripted',
        model: 'scripted-1',
        promptVersion: 'crm-1',
        confidence: 'medium',
        status: 'pending',
        body: drafted.body,
      }),
    ]);
    // 100 input tokens at 1 and 20 output tokens at 2 micro-USD each.
    expect(
      usage.map(({ purpose, costMicros, priceVersion, ok }) => `${purpose} ${costMicros} ${priceVersion} ${ok}`).sort(),
    ).toEqual(['classify 140 1 true', 'draft 140 1 true']);
    const day = (await world.data.need(EmailBudgetDays, dayOf(world.now()))).data;
    expect(day).toMatchObject({ spentMicros: 280, reservedMicros: 0 });
  });

  it('has one pending draft, however often the steps run', async () => {
    const model = obliging();
    const world = await worldWith(model);
    const ids = await storeMail(world, { text: 'Where is my order?' });
    await world.drain();
    const ctx = systemContext(world, 'req_again');

    for (const step of ['classify', 'draft', 'draft'] as const)
      await enrich(ctx, { messageId: ids.messageId, step, promptVersion: '1' });

    expect((await read(world, ids)).drafts.filter(({ status }) => status === 'pending')).toHaveLength(1);
    expect((await everyRow(world.data, EmailMessages))[0]?.data.intent).toBe('order_status');
  });

  it('gets an open slot for each fact that the model reports as missing', async () => {
    const said = { ...drafted, missing: ['delivery date'] };
    const world = await worldWith(
      scriptedModel(({ purpose }) => ({ say: purpose === 'classify' ? classified : said })),
    );
    const ids = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();

    expect((await read(world, ids)).drafts[0]?.openSlots).toEqual(['delivery date']);
  });

  it('is retried once after malformed model output, then falls back to the rules with the flag aiFallback', async () => {
    const model = scriptedModel(() => ({ say: { nonsense: true } }));
    const world = await worldWith(model);
    const ids = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();

    const { thread, drafts, usage } = await read(world, ids);
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['classify', 'classify', 'draft', 'draft']);
    expect(thread).toMatchObject({ intent: 'order_status', flags: ['aiFallback'] });
    expect(drafts[0]).toMatchObject({ source: 'template' });
    const failed = usage.filter(({ ok }) => !ok);
    expect(failed.map(({ errorCode, costMicros }) => [errorCode, costMicros])).toEqual(
      Array(4).fill(['BadOutput', 140]),
    );
  });

  it.each(['Unavailable', 'RateLimited', 'Timeout'] as const)(
    'F16 is retried after 10 s, 1 min and 5 min on %s, then falls back to the rules',
    async (failure) => {
      const model = failing(failure);
      const world = await worldWith(model);
      const ids = await storeMail(world, { text: 'Where is my order?' });
      const calls: number[] = [];
      const note = () => calls.push(model.asked.length);

      await world.drain();
      note();
      for (const ms of [9_000, 1_500, 59_000, 2_000, 299_000, 2_000]) {
        await pause(world, ms);
        note();
      }

      expect(calls.slice(0, 6)).toEqual([1, 1, 2, 2, 3, 3]);
      expect(await read(world, ids)).toMatchObject({
        message: { intent: 'order_status' },
        thread: { flags: ['aiFallback'] },
      });
      for (const ms of [11_000, 61_000, 301_000]) await pause(world, ms);
      const { drafts } = await read(world, ids);
      expect(drafts).toEqual([expect.objectContaining({ source: 'template', status: 'pending' })]);
      expect((await everyEffect(world.data)).every(({ data }) => data.status === 'done')).toBe(true);
    },
  );

  it('is not retried when the provider refuses the call', async () => {
    const model = failing('Refused', false);
    const world = await worldWith(model);
    const ids = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();

    expect(model.asked).toHaveLength(2);
    expect((await read(world, ids)).drafts).toHaveLength(1);
  });

  it('gets the draft of the model when a retry succeeds', async () => {
    const model = scriptedModel(({ purpose }, nth) =>
      nth === 1
        ? { ok: false, failure: 'Unavailable', retry: true, usage: null }
        : { say: purpose === 'classify' ? classified : drafted },
    );
    const world = await worldWith(model);
    const ids = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();
    await pause(world, 11_000);

    expect(await read(world, ids)).toMatchObject({ thread: { flags: [] }, drafts: [{ source: 'ai' }] });
  });
});

describe('no draft is made', () => {
  const channel =
    (ai: boolean) =>
    (world: TestContext): Partial<Channel> => ({ ...world.channels.all[0], ai });
  type Case = readonly [string, Partial<TestMail>, Partial<AiSettings>];
  const cases: readonly Case[] = [
    ['for a no-reply sender', { from: { email: 'no-reply@bank.example', name: null } }, {}],
    ['for a notifications address', { from: { email: 'notifications@bank.example', name: null } }, {}],
    ['in a resolved thread', { thread: { status: 'resolved' } }, {}],
    ['when drafts are switched off', {}, { crmDrafts: false }],
  ];

  it.each(cases)('%s', async (_, mail, settings) => {
    const model = obliging();
    const world = await worldWith(model, settings);
    const ids = await storeMail(world, { text: 'Where is my order?', ...mail });

    await world.drain();

    const { drafts, tasks, message } = await read(world, ids);
    expect(drafts).toEqual([]);
    expect(tasks).toEqual([]);
    expect(message.intent).not.toBeNull();
    expect(model.asked.filter(({ purpose }) => purpose === 'draft')).toEqual([]);
  });

  it.each(['spam', 'unsubscribe'] as const)('for a mail with the intent %s, and no task either', async (intent) => {
    const model = scriptedModel(({ purpose }) => ({
      say: purpose === 'classify' ? { ...classified, intent } : drafted,
    }));
    const world = await worldWith(model);
    const ids = await storeMail(world, { text: 'Buy now' });

    await world.drain();

    expect(await read(world, ids)).toMatchObject({ drafts: [], tasks: [], message: { intent } });
    expect(model.asked).toHaveLength(1);
  });

  it('for a no-reply sender, and the model is not called', async () => {
    const model = obliging();
    const world = await worldWith(model);
    await storeMail(world, { text: 'Your statement', from: { email: 'noreply@bank.example', name: null } });

    await world.drain();

    expect(model.asked).toEqual([]);
  });

  it('for a channel with AI off, and the model is not called', async () => {
    const model = obliging();
    const base = await testContext();
    const [first] = base.channels.all;
    if (!first) throw new Error('there is always a channel');
    const channels = { ...base.channels, all: [{ ...first, ...channel(false)(base) } as Channel] };
    const world = await worldWith(model, {}, { channels });
    const ids = await storeMail(world, { text: 'Where is my order?' });

    await world.drain();

    expect(await read(world, ids)).toMatchObject({ drafts: [], message: { intent: 'order_status' } });
    expect(model.asked).toEqual([]);
  });

  it('for a mail when a newer mail has arrived in its thread', async () => {
    const world = await worldWith(null);
    const older = await storeMail(world, { text: 'Where is my order?' });
    world.clock.advance(1_000);
    const newer = await storeMail(world, {
      text: 'Please send it by Friday: where is my order?',
      threadId: older.threadId,
    });

    await world.drain();

    const { drafts } = await read(world, newer);
    expect(drafts.map(({ replyToMessageId }) => replyToMessageId)).toEqual([newer.messageId]);
  });

  it.each(['auto_reply', 'ooo', 'list', 'bounce'] as const)('for a mail of the kind %s', async (kind) => {
    const world = await worldWith(null);
    const ids = await storeMail(world, { text: 'I am away', message: { kind } });

    await world.drain();

    expect(await read(world, ids)).toMatchObject({ drafts: [], tasks: [], usage: [], message: { intent: null } });
  });

  it('when a person has edited the current draft', async () => {
    const world = await worldWith(null);
    const ids = await storeMail(world, { text: 'Where is my order?' });
    await world.drain();
    const [draft] = await everyRow(world.data, EmailDrafts);
    await world.data.update(EmailDrafts, draft?.id ?? '', { editedAt: world.now().toISOString(), editedBy: 'usr_a' });
    world.clock.advance(1_000);
    await storeMail(world, { text: 'Where is my order now?', threadId: ids.threadId });

    await world.drain();

    expect((await read(world, ids)).drafts).toHaveLength(1);
  });
});

describe('generateDraft', () => {
  it('writes a draft on request, even when automatic drafts are switched off', async () => {
    const world = await worldWith(obliging(), { crmDrafts: false });
    const admin = await asUser(world, { role: 'admin' });
    const ids = await storeMail(world, { text: 'Where is my order?' });
    await world.drain();

    const proposed = await generateDraft(admin, ids.threadId);

    expect(proposed).toMatchObject({ created: true, draft: { source: 'ai', status: 'pending' } });
  });

  it('rejects with 409 NoTemplate when there is neither a model nor a matching template', async () => {
    const world = await worldWith(null);
    const admin = await asUser(world, { role: 'admin' });
    const ids = await storeMail(world, { subject: 'Job', text: 'I attach my CV for the vacancy.' });
    await world.drain();

    await expect(generateDraft(admin, ids.threadId)).rejects.toMatchObject({ status: 409, code: 'NoTemplate' });
  });
});
