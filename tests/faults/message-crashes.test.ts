import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runtime } from '#lib/context/runtime.ts';
import { seedOf } from '#tests/support/chance.ts';
import { sizeOf } from '#tests/support/form.ts';
import { faultsIn } from '#tests/support/message-history.ts';
import { randomFrom } from '#tests/support/random.ts';
import { isBuilt, type Server } from '#tests/support/server.ts';
import { openShop, runtimeOf, type Shop, stockShop } from './shop-under-fault.ts';
import { historyOf, lead, openTalk, sayAgain, type Talk, talkThrough, untilSettled } from './talk-under-fault.ts';

const MESSAGES = sizeOf('FAULT_MESSAGES', { short: 120, long: 300 });
const PEOPLE = 20;
const KILLS = sizeOf('FAULT_KILLS', { short: 1, long: 3 });
const SETTLED_WITHIN_MS = 120_000;
/** FAULT_SEED repeats a run, as far as chance is ours. */
const seed = seedOf('FAULT_SEED');

describe.skipIf(!isBuilt)('a conversation on a repeatedly killed server', () => {
  let shop: Shop;
  let server: Server;
  let runtime: Runtime;
  let talk: Talk;
  beforeAll(async () => {
    shop = await stockShop({ products: 1, stock: 1, buyers: PEOPLE });
    runtime = await runtimeOf(shop);
    server = await openShop(shop);
    talk = await openTalk(runtime, shop.buyers, [server.origin]);
  });
  afterAll(async () => {
    await talk.close();
    await server.close();
    await runtime.data.close();
    shop.close();
  });

  it(`shows every acknowledged message once, in order, to everyone, and counts correctly (FAULT_SEED=${seed})`, async () => {
    let deaths = 0;
    const kill = async () => {
      process.kill(server.pid, 'SIGKILL');
      deaths += (await server.ended).signal === 'SIGKILL' ? 1 : 0;
      server = await openShop(shop);
      lead(talk, [server.origin]);
    };

    await talkThrough(talk, { random: randomFrom(seed), messages: MESSAGES, kills: KILLS, kill });
    await untilSettled(talk, runtime, SETTLED_WITHIN_MS);

    expect(faultsIn(await historyOf(talk, runtime))).toEqual([]);
    expect(talk.acked).toHaveLength(MESSAGES);
    expect(deaths).toBe(KILLS);
    // Some tabs were away for longer than a connection can replay. Without them half of the rules would be untested.
    if (MESSAGES >= 300) expect(talk.tabs.some(({ refetches }) => refetches > 1)).toBe(true);
    const first = talk.people.map(({ userId }) => talk.acked.find((one) => one.senderId === userId && one.sent === 0));
    expect(await sayAgain(talk)).toEqual(first.map((one) => ({ status: 200, id: one?.id })));
    expect(await sayAgain(talk, 'In other words')).toEqual(first.map(() => ({ status: 409, id: undefined })));
  });
});
