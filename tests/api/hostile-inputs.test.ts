import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PEER_HEADER } from '#lib/api/peer.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { EmailBodies, EmailMessages } from '#lib/crm/collections.ts';
import { openRouteMap } from '#services/run/routes/route-map.ts';
import type { Ask, Caller, InputWorld } from '#tests/bench/lag/field.ts';
import { fieldInputs } from '#tests/bench/lag/fields.ts';
import { cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { countRows } from '#tests/support/counted-store.ts';
import type { Call, Reply } from '#tests/support/http-client.ts';
import { stockShop } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

// The list of `npm run bench:lag`, sent to the routes in process. The bench measures how long the event loop is held.
// This test counts the rows that a route reads and the bytes it sends, which do not depend on the machine. Only the
// bench renders pages.
const LEAST_INPUTS = 150;
/** The limit for one call: a page of a hundred rows, and the rows that belong to them. */
const MOST_ROWS = 1_000;
const MOST_ANSWER_BYTES = 512 * 1024;
const MOST_DOCUMENT_BYTES = 720 * 1024;
const SECRET = 'mail-secret-of-tests-0123456789abcdef';

const api = openRouteMap(resolve(import.meta.dirname, '../..'));
let world: TestContext;
let rowsRead: () => number;
beforeAll(async () => {
  const plain = await testContext({
    vars: { WEBHOOK_EMAIL_SECRET: SECRET, CRM_CHANNELS: 'support', CRM_CHANNEL_SUPPORT_ADDRESS: 'support@shop.test' },
  });
  const counted = countRows(plain.data);
  world = { ...plain, data: counted.data };
  rowsRead = counted.rowsRead;
  installRuntime(world);
  await stockShop(world, { mug: 1_000_000, bowl: 1_000_000, cup: 1_000_000 });
});

let callers = 0;
const inputs: InputWorld = {
  secrets: { cron: '', webhook: SECRET },
  productIds: ['mug', 'bowl', 'cup'],
  openCaller: async ({ role = 'member' } = {}) => {
    const person = await asUser(world, { role });
    callers += 1;
    const from = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`;
    return { userId: person.user.id, cookie: await cookieFor(person), from };
  },
  openTalk: async (one: Caller, other: Caller) => {
    const talk = testConversation([one.userId, other.userId], world.now());
    await putConversation(world, talk);
    return talk.id;
  },
};

/** Calls a route as a browser or a program would; a page gets an empty 404. */
async function answerOf({ method = 'GET', path, cookie, bearer, body, from, headers }: Call): Promise<Reply> {
  const match = api.match(path.split('?', 1)[0] ?? '');
  const handler = (await match?.load())?.[method];
  if (!match || !handler) return { status: 404, body: '', bytes: 0, headers: {} };
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      ...(from && { [PEER_HEADER]: from }),
      ...(cookie && { cookie }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(match.params) });
  const text = await response.text();
  return { status: response.status, body: text, bytes: Buffer.byteLength(text), headers: {} };
}

// A route treats an input the same over either store, and the emulator takes minutes for it.
describe.skipIf(process.env.TEST_DRIVER === 'firestore')('a hostile input', () => {
  const list = fieldInputs(inputs);

  it(`is one of at least ${LEAST_INPUTS}, each with a unique name`, () => {
    expect(new Set(list.map(({ name }) => name)).size).toBeGreaterThanOrEqual(LEAST_INPUTS);
  });

  it.each(list)('$name: never causes a 5xx, and each call reads and returns a bounded amount', async ({ run }) => {
    const statuses: number[] = [];
    const ask: Ask = async (call) => {
      const before = rowsRead();
      const reply = await answerOf(call);
      const asked = `${call.method ?? 'GET'} ${call.path.slice(0, 60)}`;
      statuses.push(reply.status);
      expect(reply.status, `${asked}: ${reply.body.slice(0, 300)}`).toBeLessThan(500);
      expect(rowsRead() - before, `rows read by ${asked}`).toBeLessThan(MOST_ROWS);
      expect(reply.bytes, `bytes of ${asked}`).toBeLessThan(MOST_ANSWER_BYTES);
      return reply;
    };

    await run(ask);

    expect(statuses.length).toBeGreaterThan(0);
  });

  it('leaves no document that is too large to be read at once', async () => {
    const bodies = await everyRow(world.data, EmailBodies);
    const pieces = new Map<string, number>();
    for (const { data } of bodies) pieces.set(data.messageId, (pieces.get(data.messageId) ?? 0) + 1);

    expect((await everyRow(world.data, EmailMessages)).length).toBeGreaterThan(30);
    expect(bodies.filter(({ data }) => Buffer.byteLength(JSON.stringify(data)) > MOST_DOCUMENT_BYTES)).toEqual([]);
    expect([...pieces.values()].filter((count) => count > 1)).toEqual([]);
  });
});
