import type { Client } from '#tests/support/http-client.ts';
import type { Server } from '#tests/support/server.ts';
import { seeded } from './figures.ts';
import { drive, measure } from './measure.ts';
import { type Gate, holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;

type Case = { readonly name: string; readonly gate: Gate; readonly path: (world: World, next: () => number) => string };

const pick = (count: number, next: () => number) => Math.floor(next() * count);
const list = (query: string) => `/api/store/products?${query}`;

const listGate = (world: World): Gate =>
  world.products > 10_000 ? { cpu: 4, bytes: 8192 } : { cpu: 1, p99: 60, bytes: 8192 };

/** Returns the reads of the catalog, drawn with a seeded generator as for the comparable stores. */
const cases = (world: World): readonly Case[] => [
  ...(['newest', 'price_asc', 'price_desc', 'rating', 'popular', 'name'] as const).map((sort) => ({
    name: `list20/${sort}`,
    gate: listGate(world),
    path: () => list(`limit=20&sortBy=${sort}`),
  })),
  {
    name: 'list20/filtered',
    gate: listGate(world),
    path: ({ categoryIds }, next) => {
      const from = 500 + 100 * pick(300, next);
      const category = categoryIds[pick(categoryIds.length, next)];
      return list(`limit=20&inStock=true&categories=${category}&priceMin=${from}&priceMax=${from + 20_000}`);
    },
  },
  {
    name: 'search+facets',
    gate: world.products > 10_000 ? { cpu: 10 } : { cpu: 1.2, p99: 80 },
    path: ({ words }, next) =>
      list(`limit=20&search=${words[0][pick(words[0].length, next)]}%20${words[1][pick(words[1].length, next)]}`),
  },
  {
    name: 'price-range',
    gate: { cpu: 0.2, p99: 60 },
    path: ({ categoryIds }, next) => `/api/store/price-range?categories=${categoryIds[pick(categoryIds.length, next)]}`,
  },
  {
    name: 'detail',
    gate: { cpu: 0.45, p99: 60 },
    path: ({ productIds }, next) => list(`ids=${productIds[pick(productIds.length, next)]}`),
  },
];

/** Measures every read case against its gate. */
export async function runReadCases(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const loads = cases(world).map(({ name, gate, path }) => {
    const next = seeded(42);
    const operation = async () => {
      const { status, bytes } = await client.call({ path: path(world, next), gzip: true });
      return { ok: status === 200, bytes };
    };
    return { name, gate, operation };
  });
  // A server that has just started is still compiling its code. The warm-up keeps the first case from running on worse
  // code than the last.
  for (const { operation } of loads) await drive(operation, CONNECTIONS, 1);
  for (const { name, gate, operation } of loads) {
    const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, holds: holdsGate(gate) };
    const sample = await measure(operation, plan);
    report.sample(`case ${name}`, sample, gate);
  }
}
