// Measures the SQLite driver alone, one line of JSON per figure: `node scripts/run.mjs tests/bench/store/driver.ts
// [documents]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { inc } from '#lib/data/patch.ts';
import { from, type Query } from '#lib/data/query.ts';
import { openSqlite } from '#services/database/sqlite.ts';

const DOCUMENTS = Number(process.argv[2] ?? 20_000);

const schema = z.object({
  vendorId: z.string(),
  status: z.string(),
  priceMinor: z.int(),
  createdAt: z.string(),
  categories: z.array(z.string()),
  title: z.string(),
  description: z.string(),
});
type Doc = z.infer<typeof schema>;
const Docs = collection('docs', {
  label: 'Document',
  schema,
  indexes: [
    ['createdAt desc'],
    ['status', 'createdAt desc'],
    ['vendorId', 'status', 'createdAt desc'],
    ['vendorId', 'createdAt desc'],
    ['priceMinor'],
    ['categories[]', 'status', 'createdAt desc'],
  ],
});
const Tallies = collection('tallies', { label: 'Tally', schema: z.object({ n: z.int() }), indexes: [] });

const documentAt = (i: number): Doc => ({
  vendorId: `vnd_${i % 50}`,
  status: i % 10 === 0 ? 'draft' : 'active',
  priceMinor: (i * 7919) % 100_000,
  createdAt: new Date(1_700_000_000_000 + i * 1000).toISOString(),
  categories: [`cat_${i % 8}`, `cat_${(i * 3) % 13}`],
  title: `Document number ${i}`,
  description: 'x'.repeat(380),
});

const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
const store = openSqlite({
  path: join(folder, 'bench.db'),
  collections: [Docs, Tallies],
  now: () => new Date(),
  log: () => undefined,
});

const say = (name: string, figure: number, unit: string): void =>
  void process.stdout.write(`${JSON.stringify({ name, figure: Number(figure.toPrecision(4)), unit })}\n`);

/** Reports the runs of `work` per second, one after another. */
async function rate(name: string, runs: number, work: (i: number) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  for (let i = 0; i < runs; i++) await work(i);
  say(name, runs / ((performance.now() - startedAt) / 1000), '/s');
}

/** Reports the median time of `runs` runs. */
async function median(name: string, runs: number, work: (i: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const startedAt = performance.now();
    await work(i);
    times.push(performance.now() - startedAt);
  }
  say(name, times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0, 'ms');
}

const startedAt = performance.now();
for (let at = 0; at < DOCUMENTS; at += 500) {
  await store.batch((write) => {
    for (let i = at; i < Math.min(at + 500, DOCUMENTS); i++) write.create(Docs, `doc_${i}`, documentAt(i));
  });
}
say('bulk load, batches of 500', DOCUMENTS / ((performance.now() - startedAt) / 1000), '/s');

await rate('create, awaited', 2_000, (i) => store.create(Docs, `new_${i}`, documentAt(DOCUMENTS + i)));
await rate('get', 50_000, (i) => store.get(Docs, `doc_${(i * 7919) % DOCUMENTS}`));
await store.set(Tallies, 't', { n: 0 });
await rate('read-modify-write transaction', 2_000, () =>
  store.tx(async (t) => {
    const { data } = await t.need(Tallies, 't');
    t.update(Tallies, 't', { n: data.n + 1 });
  }),
);
await rate('blind increment', 2_000, () => store.update(Tallies, 't', { n: inc(1) }));

const together = performance.now();
for (let at = 0; at < 2_000; at += 50) {
  await Promise.all(Array.from({ length: 50 }, (_, i) => store.create(Docs, `many_${at + i}`, documentAt(at + i))));
}
say('create, 50 at a time', 2_000 / ((performance.now() - together) / 1000), '/s');

const active = () => from(Docs).where('status', '==', 'active').orderBy('createdAt', 'desc').limit(20);
const queries: readonly (readonly [string, Query<Doc>])[] = [
  ['two equalities and order, limit 20', active().where('vendorId', '==', 'vnd_7')],
  ['one equality and order desc, limit 20', active()],
  ['array filter, equality and order, limit 20', active().where('categories', 'has', 'cat_3')],
  [
    'in of 30 and order, limit 20',
    from(Docs)
      .where(
        'vendorId',
        'in',
        Array.from({ length: 30 }, (_, i) => `vnd_${i}`),
      )
      .orderBy('createdAt', 'desc')
      .limit(20),
  ],
];
for (const [name, query] of queries) await median(name, 500, () => store.find(query));

let deep = active();
for (let page = 0; page < 300 && page * 20 < DOCUMENTS / 2; page++) {
  const { next } = await store.find(deep);
  deep = active().after(next ?? undefined);
}
await median('cursor page at depth 300', 500, () => store.find(deep));
await median(`count of ${DOCUMENTS * 0.9}`, 20, () => store.count(from(Docs).where('status', '==', 'active')));

const contended = performance.now();
await Promise.all(
  Array.from({ length: 50 }, () =>
    store.tx(async (t) => {
      const { data } = await t.need(Tallies, 't');
      t.update(Tallies, 't', { n: data.n + 1 });
    }),
  ),
);
say('50 concurrent transactions on one document', performance.now() - contended, 'ms');

await store.close();
rmSync(folder, { recursive: true });
