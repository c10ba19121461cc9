import { Users } from '#lib/auth/collections.ts';
import { systemContext } from '#lib/context/context.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import { Orders } from '#lib/store/collections.ts';
import { newPart, partKey } from '#lib/store/parts/part-rows.ts';
import { createProducts } from '#lib/store/products/products.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { makePerson } from '#tests/support/buyers.ts';
import type { Call, Client } from '#tests/support/http-client.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import { watchLag } from './lag.ts';
import { measure, untilIdle } from './measure.ts';
import { type Gate, holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;
const PRODUCTS = 5_000;
const ORDERS = 10_000;
const AT_ONCE = 250;
/** One account may write 120 times a minute, so that many accounts work in the shop that is measured. */
const STAFF = 150;
/** Operations of one measurement. With its warm-up and three tries, it stays below the limit of all accounts. */
const MOST = 1_500;
const MOST_LAG_MS = 50;

/** A seller with many products and orders, and accounts that act for it in turn. */
export type Seller = { readonly vendorId: string; readonly productIds: readonly string[]; next(): Buyer };

export async function openSeller(
  { runtime, categoryIds }: World,
  products = PRODUCTS,
  orders = ORDERS,
): Promise<Seller> {
  const ctx = systemContext(runtime, 'req_bench_seller');
  const owner = await makePerson(runtime, { email: `seller-${products}@bench.test`, role: 'visitor' });
  const shop = {
    name: `Seller of ${products}`,
    country: 'UA',
    contactEmail: 'seller@bench.test',
    ownerId: owner.userId,
  };
  const vendorId = await createVendor(ctx, shop);
  const staff = [owner];
  for (let n = 1; n < STAFF; n++) {
    const one = await makePerson(runtime, { email: `staff-${products}-${n}@bench.test`, role: 'visitor' });
    await runtime.data.update(Users, one.userId, { vendorId });
    staff.push(one);
  }
  const productIds = await createProducts(
    ctx,
    Array.from({ length: products }, (_, n) => ({
      ...{ title: `Own product ${n}`, vendorId, categories: [categoryIds[n % categoryIds.length] ?? ''] },
      ...{ priceMinor: 10_000 + n, stock: 1_000_000, sku: `OWN-${products}-${n}` },
    })),
  );
  const now = runtime.now();
  for (let from = 0; from < orders; from += AT_ONCE)
    await runtime.data.batch((write) => {
      for (let n = from; n < Math.min(orders, from + AT_ONCE); n++)
        write.create(Orders, `ord_${String(n).padStart(20, '0')}`, paidOrder(n, vendorId, before(now, n * MINUTE_MS)));
    });
  await ctx.drain();
  let turn = 0;
  return { vendorId, productIds, next: () => staff[turn++ % staff.length] ?? owner };
}

function paidOrder(n: number, vendorId: string, at: string): Order {
  const row = orderRow(n, at, { status: 'paid', payState: 'paid', paidAt: at, vendorIds: [vendorId] });
  return {
    ...row,
    lines: row.lines.map((line) => ({ ...line, vendorId })),
    parts: [newPart(vendorId)],
    partKeys: [partKey(vendorId), partKey(vendorId, 'pending')],
    // Otherwise the worker of the shop would number them while others are measured.
    documentNumber: `2026-${String(n + 1).padStart(6, '0')}`,
  };
}

type Case = { readonly name: string; readonly gate: Gate; readonly status: number; readonly call: (n: number) => Call };

function cases({ categoryIds }: World, { productIds }: Seller): readonly Case[] {
  const one = (n: number) => `/api/vendor/products/${productIds[(n * 7) % productIds.length]}`;
  return [
    {
      name: `50 of ${PRODUCTS} products`,
      gate: { cpu: 2 },
      status: 200,
      call: () => ({ path: '/api/vendor/products?limit=50' }),
    },
    {
      name: `20 of ${ORDERS} orders`,
      gate: { cpu: 2 },
      status: 200,
      call: () => ({ path: '/api/vendor/orders?limit=20' }),
    },
    { name: 'one product', gate: { cpu: 2 }, status: 200, call: (n) => ({ path: one(n) }) },
    {
      ...{ name: 'edit', gate: { cpu: 3 }, status: 200 },
      call: (n) => ({ method: 'PATCH', path: one(n), body: { priceMinor: 20_000 + (n % 1_000) } }),
    },
    {
      ...{ name: 'stock move', gate: { cpu: 2 }, status: 200 },
      call: (n) => ({
        ...{ method: 'POST', path: `${one(n)}/stock`, key: `bench-stock-${n}-${process.pid}` },
        body: { delta: 1, kind: 'restock', reason: 'A delivery' },
      }),
    },
    {
      ...{ name: 'create a product', gate: { cpu: 3 }, status: 201 },
      call: (n) => ({
        ...{ method: 'POST', path: '/api/store/products', key: `bench-create-${n}-${process.pid}` },
        body: {
          ...{ title: `Made ${n}`, description: 'Made to be used every day.', priceMinor: 12_500, stock: 5 },
          categories: [categoryIds[n % categoryIds.length]],
        },
      }),
    },
  ];
}

/** Measures what a seller does all day. The effects of a write, such as indexing, count towards the write. */
export async function runSellerCases(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const seller = await openSeller(world);
  const held = { cpuMs: 0, clockMs: 0 };
  let done = 0;
  for (const { name, gate, status, call } of cases(world, seller)) {
    const operation = async () => {
      const reply = await client.call({ ...call(done++), cookie: seller.next().cookie });
      if (reply.status !== status) report.line(`seller ${name}`, `${reply.status} ${reply.body.slice(0, 200)}`, 'INFO');
      return { ok: reply.status === status, bytes: reply.bytes };
    };
    const prepare = () => untilIdle([server.pid]);
    const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, most: MOST, prepare, holds: holdsGate(gate) };
    const lag = watchLag([server], world.folder);
    report.sample(`seller ${name}`, await measure(operation, plan), gate);
    const { cpuMs, clockMs } = await lag.stop();
    held.cpuMs = Math.max(held.cpuMs, cpuMs);
    held.clockMs = Math.max(held.clockMs, clockMs);
  }
  const text = `held=${held.cpuMs} ms of CPU (≤ ${MOST_LAG_MS}), ${held.clockMs} ms by the clock`;
  report.line('seller lag', text, held.cpuMs <= MOST_LAG_MS ? 'PASS' : 'FAIL', held);
}
