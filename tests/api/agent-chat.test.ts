import { describe, expect, it } from 'vitest';
import { GET, POST } from '#app/api/store/products/[id]/agent-chat/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { needSettings } from '#lib/settings/settings.ts';
import { chatIdOf } from '#lib/store/agent/chats.ts';
import { Products } from '#lib/store/collections.ts';
import { MAX_AGENT_QUESTION } from '#lib/store/limits.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';

const params = { id: 'mug' };
const read = (as: UserContext, query: Record<string, number> = {}) => call(GET, { as, params, query });
const ask = (as: UserContext, message: unknown = 'How much does it cost?', more: object = {}) =>
  call(POST, { as, params, body: { message, ...more } });

type Told = { readonly event: string; readonly data: Record<string, unknown> };
const eventsIn = (text: string): Told[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name = '', data = ''] = block.split('\n');
      return { event: name.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });
const stream = async (as: UserContext, message: string) => {
  const reply = await call(POST, { as, params, body: { message }, headers: { accept: 'text/event-stream' } });
  return { ...reply, events: eventsIn(reply.text) };
};

async function openShop(): Promise<TestContext> {
  const world = await openWorld();
  await stockShop(world, { mug: 7 });
  return world;
}
const switchOff = async (world: TestContext) => {
  const stored = await needSettings(world, 'ai');
  const data = { ...stored.data, productAgent: false };
  await world.data.set(PlatformSettings, 'ai', { ...stored, data, version: stored.version + 1 });
};

describe('/api/store/products/{id}/agent-chat', () => {
  it('answers a question from the page, names the source, and keeps both messages', async () => {
    const shopper = await asUser(await openShop());
    expect((await read(shopper)).body).toEqual({ messages: [], nextCursor: null, mode: 'page', left: null });

    const { status, body } = await ask(shopper);

    expect(status).toBe(200);
    expect(body.mode).toBe('page');
    expect(body.message).toMatchObject({ role: 'user', text: 'How much does it cost?', state: 'done' });
    expect(body.answer).toMatchObject({
      role: 'assistant',
      state: 'done',
      sources: [{ field: 'price', label: 'Price' }],
      proposals: [{ kind: 'add_to_cart', productId: 'mug', qty: 1 }],
    });
    expect(body.answer.text).toContain(body.answer.sources[0]?.text);
    expect((await read(shopper)).body.messages).toEqual([body.message, body.answer]);
  });

  it('answers in the language of the question, and in that of the page where the question leaves it open', async () => {
    const shopper = await asUser(await openShop());

    const texts = [];
    for (const [message, locale] of [
      ['Скільки коштує?', 'EN'],
      ['Сколько стоит?', 'UK'],
      ['How much?', 'RU'],
      ['???', 'RU'],
    ] as const)
      texts.push((await ask(shopper, message, { locale })).body.answer.text);

    expect(texts[0]).toContain('Ціна');
    expect(texts[1]).toContain('Цена');
    expect(texts[2]).toContain('It costs');
    expect(texts[3]).toContain('Здравствуйте');
  });

  it('answers in the currency of the page, and refuses one that the shop does not show', async () => {
    const shopper = await asUser(await openShop());

    expect((await ask(shopper, 'price', { currency: 'EUR' })).body.answer.text).toContain('€');
    expect((await ask(shopper, 'price', { currency: 'GBP' })).status).toBe(400);
    expect((await read(shopper)).body.messages).toHaveLength(2);
  });

  it('streams the same answer as events, of which done is the last', async () => {
    const shopper = await asUser(await openShop());

    const { status, headers, events } = await stream(shopper, 'Is it in stock?');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(events.map(({ event }) => event)).toEqual(['start', 'delta', 'source', 'proposal', 'done']);
    const { messages } = (await read(shopper)).body;
    expect(events[0]?.data).toEqual({ id: messages[1]?.id, mode: 'page' });
    expect(events.at(-1)?.data).toEqual({ answer: messages[1] });
    expect(events[1]?.data).toEqual({ text: messages[1]?.text });
  });

  it('says that the page does not say, and offers to ask the seller', async () => {
    const shopper = await asUser(await openShop());

    const { answer } = (await ask(shopper, 'Who painted the handle blue?')).body;

    expect(answer).toMatchObject({ sources: [], proposals: [{ kind: 'ask_seller', productId: 'mug' }] });
    expect(answer.text).toBe('This page does not say. You can ask the seller.');
  });

  it.each([
    [{}, 'message'],
    [{ message: '' }, 'message'],
    [{ message: '   ' }, 'message'],
    [{ message: 'x'.repeat(MAX_AGENT_QUESTION + 1) }, 'message'],
    [{ message: 7 }, 'message'],
    [{ message: 'price', locale: 'uk' }, 'locale'],
    [{ message: 'price', productId: 'prd_other' }, 'body'],
  ])('refuses %j and stores nothing', async (body, field) => {
    const shopper = await asUser(await openShop());

    const reply = await call(POST, { as: shopper, params, body });

    expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([400, [field]]);
    expect((await read(shopper)).body.messages).toEqual([]);
  });

  it('takes the longest question', async () => {
    const shopper = await asUser(await openShop());

    expect((await ask(shopper, 'price '.repeat(400).slice(0, MAX_AGENT_QUESTION))).status).toBe(200);
  });

  it('needs a session and a product with a public page, for the history too', async () => {
    const world = await openShop();
    const shopper = await asUser(world);
    await ask(shopper);

    expect((await call(GET, { params })).status).toBe(401);
    expect((await call(POST, { params, body: { message: 'price' } })).status).toBe(401);
    expect((await call(GET, { as: shopper, params: { id: 'prd_missing' } })).status).toBe(404);
    await world.data.update(Products, 'mug', { status: 'hidden' });
    expect((await read(shopper)).status).toBe(404);
    expect((await ask(shopper)).status).toBe(404);
  });

  it('lets a restricted account read but not ask', async () => {
    const shopper = await asUser(await openShop(), { status: 'restricted' });

    expect((await read(shopper)).status).toBe(200);
    const refused = await ask(shopper);
    expect([refused.status, refused.body.details?.code]).toEqual([403, 'AccountRestricted']);
  });

  it('is off where an administrator has switched it off, and keeps the history', async () => {
    const world = await openShop();
    const shopper = await asUser(world);
    await ask(shopper);
    await switchOff(world);

    const { body } = await read(shopper);
    const refused = await ask(shopper);

    expect([body.mode, body.left, body.messages.length]).toEqual(['off', null, 2]);
    expect([refused.status, refused.body.details?.code]).toEqual([403, 'AgentOff']);
  });

  it('keeps the chats of two shoppers apart', async () => {
    const world = await openShop();
    const [one, two] = [await asUser(world), await asUser(world)];
    await ask(one);

    expect((await read(two)).body.messages).toEqual([]);
    expect(chatIdOf(one.user.id, 'mug')).not.toBe(chatIdOf(two.user.id, 'mug'));
  });
});
