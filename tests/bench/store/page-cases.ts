import { type Client, openClient } from '#tests/support/http-client.ts';
import type { Server } from '#tests/support/server.ts';
import { openBarePage } from './bare-page.ts';
import { seeded } from './figures.ts';
import { drive, measure, type Operation, type Sample } from './measure.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;
const WARM_SECONDS = 4;
const MOST_MS = 200;
const TRIES = 3;

/** The variables of a server whose visitors come from many addresses: one address opens 600 pages a minute at most. */
export const pageVars = { TRUSTED_PROXIES: '1' };

type Page = {
  readonly name: string;
  /** How many times the CPU of the bare page this page may cost. */
  readonly bares: number;
  readonly path: (next: () => number) => string;
  /** What a right page contains. */
  readonly shows: RegExp;
};

/** A generated title: an adjective, a noun and a number. */
const TITLE = /(?:Rustic|Sleek|Modern|Tiny|Heavy|Gentle|Bright|Quiet|Sturdy|Classic) [a-z]+ \d+/;

async function pagesOf({ productIds }: World, client: Client): Promise<readonly Page[]> {
  const slugs = await Promise.all(productIds.slice(0, 200).map((id) => slugOf(client, id)));
  const product = (next: () => number) => slugs[Math.floor(next() * slugs.length)] ?? '/products';
  return [
    { name: 'home', bares: 4, path: () => '/', shows: TITLE },
    { name: 'catalog', bares: 5, path: () => '/products', shows: TITLE },
    { name: 'product', bares: 4, path: product, shows: TITLE },
    { name: 'cart', bares: 4, path: () => '/cart', shows: /<h1[^>]*>Cart</ },
  ];
}

/** Returns the address of a product with its slug, to which any other address leads. */
async function slugOf(client: Client, id: string): Promise<string> {
  const { status, headers } = await client.call({ path: `/products/${id}`, from: '198.51.100.1' });
  if (status !== 308 || !headers.location) throw new Error(`/products/${id} answered ${status}`);
  return new URL(headers.location, 'http://localhost').pathname;
}

type Opening = { readonly open: Operation; readonly pid: number };
type Compared = { readonly sample: Sample; readonly bare: Sample; readonly times: number };

/**
 * Measures the pages that a guest opens, each right after a page of the framework alone, because a machine that others
 * use is not as fast in one minute as in the next. A page without its goods is an error, whatever its status.
 */
export async function runPageCases(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const site = await openBarePage();
  const bareClient = openClient(site.origin, CONNECTIONS * 2);
  const bare = { open: openingOf(bareClient, () => '/', /Product 29/), pid: site.pid };
  try {
    await drive(bare.open, CONNECTIONS, WARM_SECONDS);
    for (const { name, bares, path, shows } of await pagesOf(world, client)) {
      const page = { open: openingOf(client, path, shows), pid: server.pid };
      await drive(page.open, CONNECTIONS, WARM_SECONDS);
      const { sample, bare: beside, times } = await compared(page, bare, { bares, seconds });
      report.sample(`html ${name}`, sample, { cpu: bares * beside.cpuPerOp, p99: MOST_MS });
      const text = `${times.toFixed(1)} times the bare page (≤ ${bares}), of ${beside.cpuPerOp.toFixed(2)} ms`;
      report.line('', text, 'INFO', { times, bare: beside });
    }
  } finally {
    bareClient.close();
    await site.close();
  }
}

/** Returns an operation that opens a page, each time from another address, and looks for what the page must contain. */
function openingOf(client: Client, path: Page['path'], shows: RegExp): Operation {
  const next = seeded(42);
  let visitor = 0;
  return async () => {
    visitor += 1;
    const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    const { status, bytes, body } = await client.call({ path: path(next), from, gzip: true });
    return { ok: status === 200 && shows.test(body), bytes };
  };
}

/** Measures a page and the bare page in turn, up to three times, and keeps the turn with the lowest ratio. */
async function compared(
  page: Opening,
  bare: Opening,
  { bares, seconds }: { readonly bares: number; readonly seconds: number },
): Promise<Compared> {
  let best: Compared | undefined;
  for (let tries = 1; tries <= TRIES; tries++) {
    const plan = { connections: CONNECTIONS, seconds };
    const beside = await measure(bare.open, { ...plan, pids: [bare.pid] });
    const sample = { ...(await measure(page.open, { ...plan, pids: [page.pid] })), tries };
    const times = sample.cpuPerOp / beside.cpuPerOp;
    const isWrong = sample.refused + sample.errors > 0;
    if (!best || isWrong || times < best.times) best = { sample, bare: beside, times };
    if (isWrong || times <= bares) break;
  }
  if (!best) throw new Error('nothing was measured');
  return best;
}
