import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Context, systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { from } from '#lib/data/query.ts';
import type { Page, Reader, Row } from '#lib/data/store.ts';
import { readSale } from '#lib/payments/books/settlements.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { Orders } from '#lib/store/collections.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { createProduct, updateProduct } from '#lib/store/products/products.ts';
import { holdsInState } from '#lib/store/queries.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { holdStates } from '#lib/store/values.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makeBuyers } from '#tests/support/buyers.ts';
import { generateCatalog } from '#tests/support/catalog-generator.ts';
import { startEmulator } from '#tests/support/emulator.ts';
import { makeFamilies, shownProduct } from './families.ts';
import { lagVars } from './lag.ts';
import type { Driver } from './options.ts';

const BUYERS = 1500;
const LOG = '-wal';
const key = () => `bench:${randomBytes(32).toString('base64')}`;

/**
 * The shop that a run measures: a fresh data folder, a catalog by formula, buyers with sessions, a view of the rows.
 */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** Seeds a fresh world through the product's own functions; the servers of the run share its folder and keys. */
export async function openWorld(driver: Driver, products: number, people = BUYERS) {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
  const emulator = driver === 'firestore' ? await startEmulator() : null;
  const fixed = {
    PLAZA_DATA_DIR: folder,
    SESSION_KEYS: key(),
    SETTINGS_ENCRYPTION_KEYS: key(),
    CRON_SECRET: randomBytes(32).toString('hex'),
    STORE_FX_RATES: 'EUR:48.20,USD:41.50',
    PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD',
    ...(emulator && { FIRESTORE_EMULATOR_HOST: emulator.host, FIRESTORE_PROJECT_ID: `plaza-bench-${process.pid}` }),
  };
  // A public origin makes it a real production server; the emulator is refused there, so it runs as a demo.
  const vars = (origin: string): Record<string, string> => ({
    ...fixed,
    ...lagVars(folder),
    ...(emulator ? { PLAZA_DEMO: '1' } : { APP_ORIGIN: origin }),
  });
  const env = readEnv({ from: { ...fixed, NODE_ENV: 'development', LOG_LEVEL: 'error' } });
  const runtime = await buildRuntime(env);
  const ctx = systemContext(runtime, newId('request'));

  const started = performance.now();
  const catalog = await generateCatalog(ctx, { products });
  const seededSeconds = (performance.now() - started) / 1000;
  const dataMbAfterSeed = driver === 'sqlite' ? restingMb(folder) : dataMb(folder);
  const buyers = await makeBuyers(runtime, people);

  let [buyer, product, few] = [0, 0, 0];
  const { productIds, categoryIds } = catalog;
  // Writers of the cursor case edit every third product and may leave it unlisted; all other cases buy the remaining
  // products.
  const steadyIds = productIds.filter((_, place) => !isEdited(place));
  return {
    folder,
    vars,
    runtime,
    products,
    productIds,
    categoryIds,
    seededSeconds,
    dataMbAfterSeed,
    words: [
      ['rustic', 'sleek', 'modern', 'tiny', 'heavy', 'gentle', 'bright', 'quiet', 'sturdy', 'classic'],
      ['lamp', 'chair', 'table', 'mug', 'shelf', 'blanket', 'clock', 'kettle', 'mirror', 'basket'],
    ] as const,
    /** Returns each buyer in turn, so that no request meets a limit per user. */
    nextBuyer: () => buyers[buyer++ % buyers.length] ?? fail('no buyers'),
    nextProduct: () => steadyIds[(product++ * 7) % steadyIds.length] ?? fail('no products'),
    /** Returns neighbours in the catalog, which belong to different vendors. */
    nextProducts: (count: number) => {
      const first = product++ * 7;
      return Array.from({ length: count }, (_, n) => steadyIds[(first + n) % steadyIds.length] ?? fail('no products'));
    },
    /** Creates a fresh product, so that only the race it is made for sells its units. */
    sellFew: async (units: number) => {
      const [vendorId = '', category = ''] = [catalog.vendorIds[0], categoryIds[0]];
      const ones = { title: `Last ones ${++few}`, vendorId, categories: [category], priceMinor: 10_000, stock: units };
      return (await createProduct(ctx, ones)).id;
    },
    makeFamilies: () => makeFamilies(ctx, catalog),
    shownProduct: (productId: string) => shownProduct(ctx, productId),
    changeProduct: (productId: string, next: () => number) => changeProduct(ctx, productId, next),
    soldOf: (productId: string) => soldOf(ctx, productId),
    heldAfterSweep: (ids: readonly string[]) => heldAfterSweep(ctx, ids),
    ordersAndCaptures: (userId: string) => ordersAndCaptures(ctx, userId),
    saleOf: (orderId: string) => saleOf(ctx, orderId),
    close: async () => {
      await runtime.data.close();
      await emulator?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns whether the product at this place of the catalog belongs to the writers of the cursor case. */
export const isEdited = (place: number): boolean => place % 3 === 0;

function fail(why: string): never {
  throw new Error(why);
}

/**
 * Returns the size of the data folder after its database has truncated the log, as it does half a minute after a burst.
 */
function restingMb(folder: string): number {
  for (const log of readdirSync(folder).filter((name) => name.endsWith(LOG))) {
    const database = new DatabaseSync(join(folder, log.slice(0, -LOG.length)), { timeout: 5_000 });
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    database.close();
  }
  return dataMb(folder);
}

const dataMb = (folder: string) => Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);

/** Edits price, status or stock, as vendors do all day. */
async function changeProduct(ctx: Context, productId: string, next: () => number): Promise<void> {
  const kind = Math.floor(next() * 3);
  if (kind === 0) await updateProduct(ctx, productId, { priceMinor: 500 + Math.floor(next() * 50_000) });
  else if (kind === 1) await updateProduct(ctx, productId, { status: next() < 0.5 ? 'hidden' : 'published' });
  else await changeStock(ctx, productId, { delta: 1, kind: 'restock', reason: 'bench' });
}

/** Returns the holds of a product that were not released, up to 500 of each state. */
async function countedHolds(reader: Reader, productId: string): Promise<Row<StockHold>[]> {
  const pages: Page<StockHold>[] = [];
  for (const state of holdStates)
    if (state !== 'released') pages.push(await reader.find(holdsInState(productId, state, 500)));
  return pages.flatMap(({ rows }) => rows);
}

/** Returns the units in paid orders of a product, and the difference between its counters and its rows. */
async function soldOf(ctx: Context, productId: string): Promise<{ sold: number; drift: number }> {
  // A server may compact sold units between the two reads. Both are then repeated.
  const look = async () => (await findStock(ctx.data, [productId]))[0] ?? fail('no level');
  let [level, rows] = [await look(), await countedHolds(ctx.data, productId)];
  for (let now = await look(); now.version !== level.version; now = await look())
    [level, rows] = [now, await countedHolds(ctx.data, productId)];
  const units = (states: readonly string[]) =>
    rows.filter(({ data }) => states.includes(data.state)).reduce((sum, { data }) => sum + data.qty, 0);
  return {
    sold: units(['sold', 'compacted']),
    drift: Math.abs(level.held - units(['active', 'bound', 'sold'])) + (level.held > level.onHand ? 1 : 0),
  };
}

/** Returns the units that are still held after everything has expired and one sweep over the whole shop. */
async function heldAfterSweep(ctx: Context, ids: readonly string[]): Promise<number> {
  const tomorrow = { ...ctx, now: () => new Date(ctx.now().getTime() + DAY_MS) };
  for (let swept = await expireOrders(tomorrow); swept.seen > 0 && swept.done > 0; )
    swept = await expireOrders(tomorrow);
  let held = 0;
  for (const id of ids) {
    for (const { data } of await countedHolds(ctx.data, id))
      if (data.state === 'active' || data.state === 'bound') held += data.qty;
  }
  return held;
}

/** Returns the number of orders that are not canceled, and of the captures for them. */
async function ordersAndCaptures(ctx: Context, userId: string): Promise<{ orders: number; captures: number }> {
  const { rows } = await ctx.data.find(
    from(Orders).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(500),
  );
  const standing = rows.filter(({ data }) => data.status !== 'canceled');
  const attempts = await Promise.all(
    standing.map(({ id }) =>
      ctx.data.find(from(PaymentTransactions).where('orderId', '==', id).orderBy('n').limit(50)),
    ),
  );
  const paid = attempts.flatMap((page) => page.rows).filter(({ data }) => data.status === 'paid');
  return { orders: standing.length, captures: paid.length };
}

/** Returns the bookings of an order paid by card: how often its total came in, and what each vendor is owed. */
async function saleOf(ctx: Context, orderId: string) {
  const { data: order } = await ctx.data.need(Orders, orderId);
  const { postings, settlements } = await readSale(ctx.data, orderId, order);
  const tookMinor = postings
    .filter(({ account }) => account === 'gateway:cardgw')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    captures: tookMinor / order.totalMinor,
    settlements: settlements.length,
    isPaid: order.status === 'paid' && order.payState === 'paid',
  };
}
