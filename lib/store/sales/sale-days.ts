import type { Context } from '#lib/context/context.ts';
import { before, DAY_MS, dayOf } from '#lib/core/time.ts';
import { VendorDays } from '#lib/store/collections.ts';
import type { SalesRange, VendorDay } from '#lib/store/schemas/sales.ts';
import { saleDayId } from './count-sale.ts';

const lengths: Readonly<Record<SalesRange, number>> = { '7d': 7, '30d': 30, '60d': 60 };

/** Returns the first UTC day of a range that ends with today. */
export const firstDayOf = (range: SalesRange, now: Date): string => dayOf(before(now, (lengths[range] - 1) * DAY_MS));

/** What a vendor sold on a UTC day. */
export type SaleDay = Pick<VendorDay, 'date' | 'parts' | 'sums'>;

/** Returns what a vendor sold on each UTC day of a range, the oldest first. A day without sales has no sums. */
export async function readSaleDays(ctx: Context, vendorId: string, range: SalesRange): Promise<readonly SaleDay[]> {
  const count = lengths[range];
  const dates = Array.from({ length: count }, (_, at) => dayOf(before(ctx.now(), (count - 1 - at) * DAY_MS)));
  const rows = await ctx.data.getMany(
    VendorDays,
    dates.map((date) => saleDayId(vendorId, date)),
  );
  return dates.map((date, at) => ({ date, parts: rows[at]?.data.parts ?? 0, sums: rows[at]?.data.sums ?? {} }));
}
