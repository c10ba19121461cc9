import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';
import { testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { jsonOf, mailSetIsHere, mailsOf } from '#tests/support/mail-sets.ts';
import { takeMail, twoChannels, type WrittenMail } from '#tests/support/mails.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { everyRow } from '#tests/support/world.ts';

const onFirestore = process.env.TEST_DRIVER === 'firestore';
const SEEDS = sizeOf('THREAD_SEEDS', onFirestore ? { short: 1, long: 2 } : { short: 2, long: 24 });
const ORDERS = onFirestore ? 2 : 5;
/** Each mail takes about 40 ms on the emulator; the shape of a forest does not depend on the driver. */
const MOST_MAILS = onFirestore ? 10 : 40;
/** Seeds run in blocks, each a test with its own timeout, so that a long run can finish on any machine. */
const BLOCK = 8;
const blocks = Array.from({ length: Math.ceil(SEEDS / BLOCK) }, (_, n) => {
  const first = n * BLOCK + 1;
  return { first, last: Math.min(SEEDS, first + BLOCK - 1) };
});
const timeout = 600_000;

type Node = { readonly mail: WrittenMail; readonly mid: string; readonly names: readonly string[] };

/**
 * Returns a random forest. Replies drop their parent, name only some of those above, name several, or join trees late.
 */
function forestOf(random: Random): Node[] {
  const nodes: { mid: string; path: string[]; node: Node }[] = [];
  const size = 2 + random.int(MOST_MAILS - 1);
  for (let n = 0; n < size; n++) {
    const mid = `n${n}@shop.test`;
    const isRoot = n === 0 || random.chance(0.25);
    const parent = isRoot ? null : random.pick(nodes);
    const path = parent ? [...parent.path, parent.mid] : [];
    const inReplyTo = parent && random.chance(0.8) ? parent.mid : undefined;
    const kept = random.chance(0.3) ? random.some(path, 0, path.length) : path;
    const other = n > 2 && random.chance(0.06) ? [random.pick(nodes).mid] : [];
    const references = [...kept.filter((id) => id !== inReplyTo || random.chance(0.5)), ...other];
    const mail: WrittenMail = {
      mid,
      from: `p${random.int(5)}@shop.test`,
      subject: random.chance(0.5) ? 'Hello' : `Mail ${n}`,
      date: new Date(Date.parse('2026-03-01T08:00:00Z') + n * 61_000).toUTCString(),
      text: `mail ${n}`,
      references,
      ...(inReplyTo && { inReplyTo }),
    };
    nodes.push({ mid, path, node: { mail, mid, names: [...(inReplyTo ? [inReplyTo] : []), ...references] } });
  }
  // Some mails never arrive: they are only named.
  const all = nodes.map(({ node }) => node);
  return all.filter(() => !random.chance(0.1));
}

/** Groups the mails that belong together, only by which mail names which. */
function partsOf(nodes: readonly Node[]): string[] {
  const group = new Map<string, string>();
  const rootOf = (id: string): string => {
    const up = group.get(id) ?? id;
    return up === id ? id : rootOf(up);
  };
  for (const { mid, names } of nodes) for (const name of names) group.set(rootOf(name), rootOf(mid));
  return partition(nodes.map(({ mid }) => [mid, rootOf(mid)] as const));
}

function partition(pairs: readonly (readonly [string, string])[]): string[] {
  const parts = new Map<string, string[]>();
  for (const [id, key] of pairs) parts.set(key, [...(parts.get(key) ?? []), id].sort());
  return [...parts.values()].map((ids) => ids.join(' ')).sort();
}

/** Returns the facts of a world's threads that must not depend on the order in which mails arrived. */
async function factsOf(ctx: Awaited<ReturnType<typeof testContext>>) {
  const messages = await everyRow(ctx.data, EmailMessages);
  const pairs = await Promise.all(
    messages.map(async ({ data }) => [data.messageId, (await getLivingThread(ctx.data, data.threadId)).id] as const),
  );
  const living = (await everyRow(ctx.data, EmailThreads)).filter(({ data }) => data.mergedInto === null);
  const facts = living.map(({ data }) => ({
    count: data.messageCount,
    unread: data.unreadCount,
    last: data.lastMessageAt,
    preview: data.preview,
    people: data.participants.map(({ email }) => email).sort(),
  }));
  return { parts: partition(pairs), facts: facts.map((one) => JSON.stringify(one)).sort() };
}

describe('threading', () => {
  it.each(blocks)(
    'builds the same threads from the same mails in every order, seeds $first to $last',
    {
      timeout,
    },
    async ({ first, last }) => {
      const ctx = await testContext({ vars: twoChannels });
      for (let seed = first; seed <= last; seed++) {
        const random = randomFrom(seed);
        const forest = forestOf(random);
        const orders = [forest, forest.toReversed()];
        while (orders.length < ORDERS) orders.push(random.some(forest, forest.length, forest.length));

        const worlds = [];
        for (const order of orders) {
          const fresh = await testContext({ vars: twoChannels, mailTools: ctx.mailTools });
          for (const { mail } of order) await takeMail(fresh, mail);
          // Half of the worlds move the rows of merged threads before they are read.
          if (worlds.length % 2 === 1) await fresh.drain();
          worlds.push(await factsOf(fresh));
          await fresh.data.close();
        }

        const [one] = worlds;
        expect(one?.parts, `seed ${seed}`).toEqual(partsOf(forest));
        for (const world of worlds) expect(world, `seed ${seed}`).toEqual(one);
      }
    },
  );

  it('merges more than thirty threads, the most ids of one query', { timeout }, async () => {
    const ctx = await testContext({ vars: twoChannels });
    const mids = Array.from({ length: onFirestore ? 31 : 45 }, (_, n) => `many${n}@shop.test`);
    for (const mid of mids) {
      await takeMail(ctx, { mid });
      ctx.clock.advance(1_000);
    }

    await takeMail(ctx, { mid: 'all@shop.test', references: mids });
    // A merge that loses a race to another merge is retried later.
    for (let tries = 0; tries < 10 && (await ctx.drain()) > 0; tries++) ctx.clock.advance(MINUTE_MS);

    const living = (await everyRow(ctx.data, EmailThreads)).filter(({ data }) => data.mergedInto === null);
    expect(living).toHaveLength(1);
    expect(living[0]?.data).toMatchObject({
      messageCount: mids.length + 1,
      unreadCount: mids.length + 1,
      mergedFrom: [],
    });
    const messages = await everyRow(ctx.data, EmailMessages);
    expect(new Set(messages.map(({ data }) => data.threadId)).size).toBe(1);
  });
});

describe.skipIf(onFirestore || !mailSetIsHere('spamassassin'))('threading of real mails', () => {
  it('keeps every known thread whole in any order, and mixes none', { timeout }, async () => {
    const trees = jsonOf<readonly (readonly string[])[]>('spamassassin', 'threads.json');
    const wanted = trees.map((tree) => [...tree].sort().join(' ')).sort();
    const files = mailsOf('spamassassin');
    expect(wanted.length).toBeGreaterThan(0);

    const orders = [files.toReversed(), files, randomFrom(7).some(files, files.length, files.length)];
    for (const order of orders.slice(0, sizeOf('THREAD_ORDERS', { short: 1, long: 3 }))) {
      const ctx = await testContext();
      const threads = new Map<string, string>();
      for (const file of order) threads.set(file.name, (await takeMail(ctx, new Uint8Array(file.read()))).threadId);
      const pairs = await Promise.all(
        [...threads].map(async ([name, id]) => [name, (await getLivingThread(ctx.data, id)).id] as const),
      );

      expect(partition(pairs).filter((part) => part.includes(' '))).toEqual(wanted);
    }
  });
});
