import type { Context } from '#lib/context/context.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, laneOf, readCounters, totalOf } from './counters.ts';
import { isLow, isLowUnsettled } from './is-low.ts';

/** Sets the number for units that are known. A vendor who sets it above them needs no notification of that. */
export function writeLowAt(write: Writer, { id, data }: Row<StockLevel>, lowAt: number | null, at: string): void {
  const lowNotifiedAt = isLow({ lowAt, available: availableOf(data) }) ? at : null;
  write.update(StockLevels, id, { lowAt, lowNotifiedAt, updatedAt: at });
}

/**
 * Notifies the vendor when the available units of a product have fallen to its `lowAt`, once until they have risen
 * above it again. Running it again is safe.
 */
export async function settleLowStock(ctx: Context, productId: string): Promise<void> {
  const now = ctx.now();
  const at = now.toISOString();
  await ctx.data.tx(
    async (t) => {
      const [level, product] = await Promise.all([t.get(StockLevels, productId), t.get(Products, productId)]);
      if (!level || !product) return;
      const [counters, vendor] = await Promise.all([readCounters(t, level), t.get(Vendors, product.data.vendorId)]);
      const available = availableOf(totalOf(counters));
      const { lowAt, lowNotifiedAt } = level.data;
      if (!isLowUnsettled({ lowAt, lowNotifiedAt, available })) return;
      const falls = isLow({ lowAt, available });
      t.update(StockLevels, productId, { lowNotifiedAt: falls ? at : null });
      if (!falls || !vendor?.data.ownerId) return;
      promiseNotification(
        t,
        {
          userId: vendor.data.ownerId,
          type: 'SYSTEM',
          template: 'stock.low',
          params: { title: product.data.title, available },
          data: { actionUrl: `/sell/products/${productId}` },
          source: 'stock.low',
          key: `${productId}:${at}`,
        },
        now,
      );
    },
    { lane: laneOf(productId) },
  );
}
