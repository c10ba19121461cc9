import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { systemContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import type { Ask, Caller } from './field.ts';
import type { LagWorld } from './world.ts';

/** The pause between two steps of a shopper. */
const THINK_MS = 250;
const CREDIT_MINOR = 1_000_000_000;
const PLENTY = 10_000;
/** Enough buyers that none of them reaches a limit per user. */
const BUYERS = 500;

/** Returns a buyer who has credit, a different one at each call. */
export type NextBuyer = () => Caller;

export type BusyShop = {
  /** Ends the shoppers and the probe. The slowest response is in milliseconds. */
  stop(): Promise<{
    readonly bought: number;
    readonly refused: number;
    readonly asked: number;
    readonly slowest: number;
  }>;
};

/**
 * Creates buyers in advance and returns a function that hands them out in turn. Limits per user are not measured here,
 * and a user created by another process while people buy would make the server wait for the database file.
 */
export async function openBuyers(world: LagWorld): Promise<NextBuyer> {
  const buyers: Caller[] = [];
  while (buyers.length < BUYERS) buyers.push(await world.openCaller({ creditMinor: CREDIT_MINOR }));
  let next = 0;
  return () => buyers[next++ % BUYERS] as Caller; // the index is in range
}

/** Lets shoppers buy one after another, without end, while a separate thread requests the health of the server. */
export async function openBusyShop(world: LagWorld, shoppers: number, nextBuyer: NextBuyer): Promise<BusyShop> {
  const ctx = systemContext(world.runtime, newId('request'));
  await changeStock(ctx, world.productIds[0] ?? '', { delta: PLENTY, kind: 'restock' });
  // The first purchase loads the code that all purchases need.
  await buy(world, nextBuyer());
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), {
    workerData: { url: `${world.server.origin}/api/health` },
  });
  await once(probe, 'online');
  const counts = { bought: 0, refused: 0 };
  let isOpen = true;
  const shopping = Array.from({ length: shoppers }, async () => {
    while (isOpen) {
      if (await buy(world, nextBuyer())) counts.bought += 1;
      else counts.refused += 1;
    }
  });
  return {
    async stop() {
      isOpen = false;
      probe.postMessage('stop');
      const [[seen]] = await Promise.all([once(probe, 'message'), ...shopping]);
      return { ...counts, ...(seen as { asked: number; slowest: number }) };
    },
  };
}

/** Makes one purchase: cart, hold, order and payment by credit. Returns false if the shop refuses a step. */
async function buy({ ask, productIds }: LagWorld, { cookie, from }: Caller): Promise<boolean> {
  const step: Ask = async (call) => {
    await pause(THINK_MS);
    return ask({ method: 'POST', cookie, from, ...call });
  };
  const items = productIds.slice(0, 1).map((id) => ({ id, qty: 1 }));
  await step({ path: '/', method: 'GET' });
  await step({ path: '/api/store/cart', body: { items } });
  await step({ path: '/api/store/cart/hold' });
  const contact = { name: 'Ann Lee', email: 'ann@x.test', phone: '+380501112233' };
  const delivery = { method: 'courier', country: 'UA', city: 'Kyiv', address: 'Main Street 1' };
  const placed = await step({ path: '/api/store/orders', body: { contact, delivery } });
  if (placed.status !== 201) return false;
  const { order } = JSON.parse(placed.body) as { order: { id: string } };
  const paid = await step({ path: '/api/store/payments/credit', body: { orderId: order.id } });
  return paid.status < 300;
}
