import { describe, expect, it } from 'vitest';
import { GET, POST } from '#app/api/store/products/[id]/agent-chat/route.ts';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { beginTurn, chatIdOf, endTurn } from '#lib/store/agent/chats.ts';
import { AgentChats, AgentMessages } from '#lib/store/agent/collections.ts';
import { AGENT_ANSWER_MS, AGENT_KEPT_MS, MOST_AGENT_MESSAGES } from '#lib/store/limits.ts';
import { call, cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

const params = { id: 'mug' };
const read = (as: UserContext, query: Record<string, number> = {}) => call(GET, { as, params, query });
const ask = (as: UserContext, message = 'How much does it cost?') => call(POST, { as, params, body: { message } });

async function openShop(): Promise<TestContext> {
  const world = await openWorld();
  await stockShop(world, { mug: 7 });
  return world;
}

describe('the chat with the product agent', () => {
  it('answers one question of a chat at a time, however many are asked at once', async () => {
    const world = await openShop();
    const shopper = await asUser(world);
    const turn = await beginTurn(shopper, 'mug', 'price', 'page');

    const refused = await ask(shopper);
    expect([refused.status, refused.body.details?.code, refused.body.retryAfter]).toEqual([409, 'AnswerRunning', 2]);
    await endTurn(shopper, turn, { text: 'It costs.', mode: 'page', state: 'done' });

    const statuses = (await Promise.all(Array.from({ length: 8 }, () => ask(shopper)))).map(({ status }) => status);
    const rows = await everyRow(world.data, AgentMessages);
    const seqs = rows.map(({ data }) => data.seq).toSorted((a, b) => a - b);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
    // Each of the rows belongs to a question that was answered.
    expect(seqs).toHaveLength(2 + 2 * statuses.filter((status) => status === 200).length);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  });

  it('takes over an answer whose time is over, and stores it as interrupted', async () => {
    const world = await openShop();
    const shopper = await asUser(world);
    const left = await beginTurn(shopper, 'mug', 'price', 'page');
    world.clock.advance(AGENT_ANSWER_MS + MINUTE_MS);

    expect((await ask(shopper)).status).toBe(200);
    await endTurn(shopper, left, { text: 'Too late', mode: 'page', state: 'done' });

    const { messages } = (await read(shopper)).body;
    expect(messages.map(({ role, state }) => `${role} ${state}`)).toEqual([
      'user done',
      'assistant interrupted',
      'user done',
      'assistant done',
    ]);
    expect(messages[1]?.text).toBe('');
  });

  it('stores an answer as interrupted when the shopper leaves', async () => {
    const world = await openShop();
    const shopper = await asUser(world);
    const leaving = new AbortController();
    const request = new Request('http://localhost:3000/api/some/route/mug', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        host: 'localhost:3000',
        'sec-fetch-site': 'same-origin',
        cookie: await cookieFor(shopper),
      },
      body: JSON.stringify({ message: 'price' }),
      signal: leaving.signal,
    });
    const response = await POST(request, { params: Promise.resolve(params) });
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
    await reader?.cancel();

    await expect
      .poll(async () => (await read(shopper)).body.messages.map(({ state }) => state))
      .toEqual(['done', 'interrupted']);
    expect((await ask(shopper)).status).toBe(200);
  });

  it('pages through a chat, oldest message first', async () => {
    const shopper = await asUser(await openShop());
    for (const message of ['price', 'stock', 'reviews']) await ask(shopper, message);

    const last = (await read(shopper, { limit: 4 })).body;
    const first = (await read(shopper, { limit: 4, before: Number(last.nextCursor) })).body;

    expect(last.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect([...first.messages, ...last.messages].filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(
      ['price', 'stock', 'reviews'],
    );
    expect(first.nextCursor).toBeNull();
    expect((await call(GET, { as: shopper, params, query: { before: 'x' } })).status).toBe(400);
  });

  it('keeps the newest messages of a chat, and each for its time', async () => {
    const world = await openShop();
    const shopper = await asUser(world);
    for (let n = 0; n < MOST_AGENT_MESSAGES / 2 + 2; n += 1) {
      const turn = await beginTurn(shopper, 'mug', `question ${n}`, 'page');
      await endTurn(shopper, turn, { text: 'answer', mode: 'page', state: 'done' });
    }

    const rows = await everyRow(world.data, AgentMessages);
    expect(rows).toHaveLength(MOST_AGENT_MESSAGES);
    expect(rows.some(({ data }) => data.text === 'question 1')).toBe(false);
    expect((await world.data.need(AgentChats, chatIdOf(shopper.user.id, 'mug'))).data.count).toBe(MOST_AGENT_MESSAGES);
    world.clock.advance(AGENT_KEPT_MS + DAY_MS);
    expect(await everyRow(world.data, AgentMessages)).toEqual([]);
  });

  it('limits how often one user asks', async () => {
    const shopper = await asUser(await openShop());

    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await ask(shopper, 'price')).status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  it('S37 leaves nothing of a deleted user', async () => {
    const world = await openShop();
    const [shopper, other, admin] = [await asUser(world), await asUser(world), await asUser(world, { role: 'admin' })];
    await ask(shopper, 'Marker question about the price');
    await ask(other);

    await deleteUser(admin, shopper.user.id);
    await world.drain();

    const messages = await everyRow(world.data, AgentMessages);
    expect(messages.map(({ data }) => data.chatId)).toEqual(Array(2).fill(chatIdOf(other.user.id, 'mug')));
    expect(await everyRow(world.data, AgentChats)).toHaveLength(1);
  });
});
