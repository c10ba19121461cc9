import type { Context } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { indexListed } from '#lib/store/catalog/catalog-index.ts';
import { INDEXED_AT_ONCE } from '#lib/store/catalog/topics.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { MAX_MEMBERS } from '#lib/store/limits.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import type { GeneratedCatalog } from '#tests/support/catalog-generator.ts';
import type { Client } from '#tests/support/http-client.ts';
import type { Server } from '#tests/support/server.ts';
import { seeded } from './figures.ts';
import { drive, measure } from './measure.ts';
import { type Gate, holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;
/** The members of a usual family, and the share of all products that are in one. */
const MEMBERS = 5;
const SHARE = 0.3;
const DETAILS = 2_000;

export type BenchFamilies = {
  readonly count: number;
  readonly largest: { readonly id: string; readonly productIds: readonly string[] };
};

/** Makes three tenths of the catalog families of five, and sixty products one family, and indexes them again. */
export async function makeFamilies(ctx: Context, { productIds, vendorIds }: GeneratedCatalog): Promise<BenchFamilies> {
  const goodsOf = vendorIds.map((_, vendor) => productIds.filter((_, at) => at % vendorIds.length === vendor));
  const most = Math.min(MAX_MEMBERS, goodsOf[0]?.length ?? 0);
  const largest = { id: newId('family'), productIds: goodsOf[0]?.slice(0, most) ?? [] };
  await makeFamily(ctx, vendorIds[0] ?? '', largest);

  const wanted = Math.floor((productIds.length * SHARE) / MEMBERS);
  let count = 1;
  const grouped: string[] = [...largest.productIds];
  for (const [vendor, goods] of goodsOf.entries()) {
    const free = vendor === 0 ? goods.slice(most) : goods;
    for (let at = 0; at + MEMBERS <= free.length && count * vendorIds.length <= wanted * (vendor + 1); at += MEMBERS) {
      const members = free.slice(at, at + MEMBERS);
      await makeFamily(ctx, vendorIds[vendor] ?? '', { id: newId('family'), productIds: members });
      grouped.push(...members);
      count += 1;
    }
  }
  for (let at = 0; at < grouped.length; at += INDEXED_AT_ONCE)
    await indexListed(ctx, grouped.slice(at, at + INDEXED_AT_ONCE));
  return { count, largest };
}

async function makeFamily(ctx: Context, vendorId: string, { id, productIds }: BenchFamilies['largest']): Promise<void> {
  const at = ctx.now().toISOString();
  const valueAt = (place: number): [string, string] => [`Size ${place % 30}`, `Color ${Math.floor(place / 30)}`];
  const valuesOf = (option: 0 | 1) => [...new Set(productIds.map((_, place) => valueAt(place)[option]))];
  const members = productIds.map((productId, place) => ({ productId, values: valueAt(place) }));
  const optionOf = (name: string, option: 0 | 1) => ({
    ...{ name, names: {} },
    values: valuesOf(option).map((value) => ({ value, labels: {} })),
  });
  await ctx.data.batch((write) => {
    write.create(ProductFamilies, id, {
      ...{ vendorId, options: [optionOf('Size', 0), optionOf('Color', 1)], members },
      ...{ version: 1, createdAt: at, updatedAt: at },
    });
    for (const { productId, values } of members)
      write.update(Products, productId, { familyId: id, optionValues: values });
  });
}

/** Measures the catalog once families stand in it. Runs last: the catalog stays changed. */
export async function runFamilies(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const started = performance.now();
  const families = await world.makeFamilies();
  const indexed = ((performance.now() - started) / 1000).toFixed(1);
  report.line('families', `families=${families.count} seconds=${indexed}`, 'INFO');

  const isLarge = world.products > 10_000;
  const list: Gate = isLarge ? { cpu: 4, bytes: 8192 } : { cpu: 0.9, p99: 60, bytes: 8192 };
  const search: Gate = isLarge ? { cpu: 10 } : { cpu: 1.4, p99: 80 };
  const [adjectives, nouns] = world.words;
  const word = (words: readonly string[], next: () => number) => words[Math.floor(next() * words.length)] ?? '';
  const cases: readonly (readonly [string, Gate, (next: () => number) => string])[] = [
    ['list20', list, () => 'limit=20'],
    ['list20/price_asc', list, () => 'limit=20&sortBy=price_asc'],
    ['list20/ungrouped', list, () => 'limit=20&group=none'],
    ['search+facets', search, (next) => `limit=20&search=${word(adjectives, next)}%20${word(nouns, next)}`],
    ['members60', list, () => `limit=20&familyId=${families.largest.id}`],
  ];
  for (const [name, gate, queryOf] of cases) {
    const next = seeded(42);
    const operation = async () => {
      const { status, bytes } = await client.call({ path: `/api/store/products?${queryOf(next)}`, gzip: true });
      return { ok: status === 200, bytes };
    };
    await drive(operation, CONNECTIONS, 1);
    const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, holds: holdsGate(gate) };
    report.sample(`families ${name}`, await measure(operation, plan), gate);
  }
  await runDetail(world, families, report);
}

/** Measures what the page of a variant reads, in this process and without rendering. */
async function runDetail({ shownProduct }: World, { largest }: BenchFamilies, report: Report): Promise<void> {
  const idAt = (n: number): string => largest.productIds[n % largest.productIds.length] ?? '';
  for (let n = 0; n < DETAILS / 10; n++) await shownProduct(idAt(n));
  const before = process.cpuUsage();
  for (let n = 0; n < DETAILS; n++) await shownProduct(idAt(n));
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1_000 / DETAILS;
  const text = `members=${largest.productIds.length} cpu/op=${cpu.toFixed(2)} ms`;
  report.line('families detail', text, cpu <= 0.8 ? 'PASS' : 'FAIL', { cpu });
}

/** Reads a product as its page shows it. */
export const shownProduct = (ctx: Context, id: string) => getPublicProduct(ctx, id);
