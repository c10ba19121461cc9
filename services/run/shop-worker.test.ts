import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import { thisProcess } from '#lib/data/lease-holder.ts';
import { Locks } from '#lib/data/locks.ts';
import type { Store } from '#lib/data/store.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { CATALOG } from '#lib/store/catalog/catalog-entry.ts';
import { Orders, StockLevels } from '#lib/store/collections.ts';
import { SHOP_WORKER } from '#lib/store/values.ts';
import { testContext } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { startShopWorker } from './shop-worker.ts';

type Shopper = Awaited<ReturnType<typeof payingShopper>>;
const LOOK_MS = 5;

const ownerOf = async ({ data }: Pick<Shopper, 'data'>) => (await data.get(Locks, SHOP_WORKER))?.data.owner ?? null;
const shelfOf = async ({ data }: Shopper) => {
  const { onHand, held } = (await data.need(StockLevels, 'mug')).data;
  return { onHand, held };
};
async function buy(ctx: Shopper): Promise<string> {
  const { id } = await placeOrder(ctx);
  await payByCredit(ctx, id);
  return id;
}

describe('the worker of the shop', () => {
  it('compacts sold stock and numbers order documents, from before its start and after', async () => {
    const ctx = await payingShopper({ units: { mug: 50 }, creditMinor: 10_000_000 });
    const first = await buy(ctx);
    const before = await shelfOf(ctx);
    const worker = startShopWorker(ctx, LOOK_MS);
    const sold = before.held;
    const isDone = (orderId: string, documentNumber: string, onHand: number) =>
      vi.waitFor(async () => {
        expect(await shelfOf(ctx)).toEqual({ onHand, held: 0 });
        expect((await ctx.data.need(Orders, orderId)).data).toMatchObject({ documentNumber });
      }, PATIENCE);
    await isDone(first, '2026-000001', 50 - sold);

    const second = await buy(ctx);

    await isDone(second, '2026-000002', 50 - 2 * sold);
    await worker.close();
  });

  it('runs in one process at a time, and another takes over when it closes', async () => {
    const ctx = await payingShopper({ units: { mug: 50 }, creditMinor: 10_000_000 });
    const first = startShopWorker(ctx, LOOK_MS);
    await vi.waitFor(async () => expect(await ownerOf(ctx)).not.toBeNull(), PATIENCE);
    const owner = await ownerOf(ctx);
    let [looks, watches] = [0, 0];
    const data: Store = {
      ...ctx.data,
      get(from, id) {
        looks += 1;
        return ctx.data.get(from, id);
      },
      watch(query, seen) {
        watches += 1;
        return ctx.data.watch(query, seen);
      },
    };
    const second = startShopWorker({ ...ctx, data }, LOOK_MS);
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2), PATIENCE);
    expect(watches).toBe(0);

    await first.close();

    await vi.waitFor(() => expect(watches).toBeGreaterThan(0), PATIENCE);
    expect(await ownerOf(ctx)).not.toBe(owner);
    await second.close();
    expect(await ownerOf(ctx)).toBeNull();
  });

  it('takes over at once from a killed process of the same machine', async () => {
    const ctx = await payingShopper({ units: { mug: 50 }, creditMinor: 10_000_000 });
    const killed = thisProcess();
    if (killed === null) return;
    const { pid } = spawnSync(process.execPath, ['--version']);
    await ctx.data.set(Locks, SHOP_WORKER, {
      owner: 'run_killed',
      holder: { ...killed, pid, startedAt: '1' },
      until: after(ctx.now(), MINUTE_MS),
      fence: 1,
    });
    await buy(ctx);

    const worker = startShopWorker(ctx, LOOK_MS);

    await vi.waitFor(async () => expect((await shelfOf(ctx)).held).toBe(0), PATIENCE);
    await worker.close();
  });

  it('does nothing when the ticker is off', async () => {
    const ctx = await testContext({ vars: { PROCESS_TICKER: 'off' } });
    const revision = await ctx.search.revision(CATALOG);

    await startShopWorker(ctx, LOOK_MS).close();

    expect(await ctx.data.get(Locks, SHOP_WORKER)).toBeUndefined();
    expect(await ctx.search.revision(CATALOG)).toBe(revision);
  });
});
