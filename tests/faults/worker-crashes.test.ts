import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Locks } from '#lib/data/locks.ts';
import type { Store } from '#lib/data/store.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { OrderEvents, Orders, StockLevels } from '#lib/store/collections.ts';
import { SHOP_WORKER } from '#lib/store/values.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

const STOCK = 20;
const script = join(import.meta.dirname, '../support/shop-worker.ts');
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** Opens a shop in a file. `start` starts a process beside it that works or stands by, and may be killed at a point. */
async function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-worker-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'plaza.db');
  const world = { now: () => new Date(), log: () => undefined };
  const data = openSqlite({ ...world, path, collections: allCollections });
  const ctx = await payingShopper({ data, now: world.now, units: { mug: STOCK } });
  const start = (at?: string): ChildProcess => {
    const env = { ...process.env, ...(at && { FAULT_AT: at, FAULT_MODE: 'kill' }) };
    const child = spawn(process.execPath, [script, path], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    ends.push(() => child.kill('SIGKILL'));
    return child;
  };
  return { ctx, start };
}

async function buy(ctx: Awaited<ReturnType<typeof payingShopper>>): Promise<string> {
  const { id } = await placeOrder(ctx);
  await payByCredit(ctx, id);
  return id;
}

/** Waits until every sold unit has left the stock and every paid order has a number; returns the order numbers. */
const settled = (data: Store, ids: readonly string[]) =>
  vi.waitFor(async () => {
    const rows = await data.getMany(Orders, ids);
    const numbers = rows.map((row) => row?.data.documentNumber?.slice('2026-'.length));
    expect(numbers).not.toContain(undefined);
    expect((await data.need(StockLevels, 'mug')).data).toMatchObject({ onHand: STOCK - ids.length, held: 0 });
    return numbers;
  }, PATIENCE);

describe('the shop worker killed', () => {
  it.each(['document.batch_half', 'stock.compact_half'])(
    'at %s leaves no gap or duplicate number and no sold unit in stock, and the next worker continues',
    async (point) => {
      const { ctx, start } = await openShop();
      const first = start(`${point}:2`);
      const killed = once(first, 'exit');
      await vi.waitFor(
        async () => expect((await ctx.data.get(Locks, SHOP_WORKER))?.data.holder?.pid).toBe(first.pid),
        PATIENCE,
      );
      start();

      const ids = [await buy(ctx)];
      await settled(ctx.data, ids);
      ids.push(await buy(ctx), await buy(ctx));
      expect((await killed)[1]).toBe('SIGKILL');
      ids.push(await buy(ctx));
      const numbers = await settled(ctx.data, ids);

      expect(new Set(numbers)).toEqual(new Set(['000001', '000002', '000003', '000004']));
      const notes = (await everyRow(ctx.data, OrderEvents)).filter(({ data }) => data.kind === 'note');
      expect(notes).toHaveLength(ids.length);
      const world = await readWorld(ctx.data);
      expect([...auditOrders(world), ...auditStock(world)]).toEqual([]);
    },
  );
});
