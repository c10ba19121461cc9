import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after, dayOf } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import { CountedSales, Orders, ProductDays, VendorDays } from '#lib/store/collections.ts';
import { PRODUCT_DAYS_MS, VENDOR_DAYS_MS } from '#lib/store/limits.ts';
import { amountOfPart } from '#lib/store/parts/part-view.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** Returns the row id of what a product or a vendor sold on a day. */
export const saleDayId = (id: string, date: string): string => hashOf(id, date);

/**
 * Counts a paid order in the figures of its day, once. A repeat changes nothing, because the order is marked in the same
 * transaction.
 */
export function countSale(ctx: Context, orderId: string): Promise<void> {
  return ctx.data.tx(
    async (t) => {
      const [row, counted] = await Promise.all([t.get(Orders, orderId), t.get(CountedSales, orderId)]);
      const paidAt = row?.data.paidAt ?? null;
      if (!row || counted || paidAt === null) return;
      const expiresAt = after(new Date(paidAt), PRODUCT_DAYS_MS);
      // Both read before either writes: Firestore reads nothing after a write.
      const [writeProducts, writeVendors] = await Promise.all([
        addToProducts(t, row.data, paidAt, expiresAt),
        addToVendors(t, row.data, paidAt),
      ]);
      writeProducts();
      writeVendors();
      t.create(CountedSales, orderId, { countedAt: ctx.now().toISOString(), expiresAt });
    },
    // Orders of one shop change the same rows, so they wait for one another.
    { lane: CountedSales.name },
  );
}

async function addToProducts(t: Tx, order: Order, paidAt: string, expiresAt: string): Promise<() => void> {
  const date = dayOf(paidAt);
  const sold = soldGoods(order);
  const ids = [...sold.keys()].map((productId) => saleDayId(productId, date));
  const rows = await t.getMany(ProductDays, ids);
  return () => {
    for (const [at, [productId, { vendorId, units, totalMinor }]] of [...sold].entries()) {
      const before = rows[at]?.data;
      t.set(ProductDays, ids[at] ?? '', {
        ...{ productId, vendorId, date, expiresAt },
        units: (before?.units ?? 0) + units,
        unitsBy: plus(before?.unitsBy, order.currency, units),
        sums: plus(before?.sums, order.currency, totalMinor),
      });
    }
  };
}

type Sold = { readonly vendorId: string; readonly units: number; readonly totalMinor: number };

/** Returns what an order sold of each product. A paid payment request is no product. */
function soldGoods({ lines }: Order): ReadonlyMap<string, Sold> {
  const sold = new Map<string, Sold>();
  for (const { productId, vendorId, qty, totalMinor } of lines) {
    if (productId === null) continue;
    const before = sold.get(productId);
    sold.set(productId, {
      vendorId,
      units: (before?.units ?? 0) + qty,
      totalMinor: (before?.totalMinor ?? 0) + totalMinor,
    });
  }
  return sold;
}

async function addToVendors(t: Tx, order: Order, paidAt: string): Promise<() => void> {
  const date = dayOf(paidAt);
  const ids = order.vendorIds.map((vendorId) => saleDayId(vendorId, date));
  const rows = await t.getMany(VendorDays, ids);
  const expiresAt = after(new Date(paidAt), VENDOR_DAYS_MS);
  return () => {
    for (const [at, vendorId] of order.vendorIds.entries()) {
      const before = rows[at]?.data;
      t.set(VendorDays, ids[at] ?? '', {
        ...{ vendorId, date, expiresAt },
        parts: (before?.parts ?? 0) + 1,
        sums: plus(before?.sums, order.currency, amountOfPart(order, vendorId)),
      });
    }
  };
}

/** Figures by currency. */
type ByCurrency = Readonly<Record<string, number>>;

const plus = (figures: ByCurrency = {}, currency: string, figure: number): Record<string, number> => ({
  ...figures,
  [currency]: (figures[currency] ?? 0) + figure,
});
