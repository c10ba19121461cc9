import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';

/** What was paid for, by currency: `{ UAH: 12000 }`. Refunds are not subtracted. */
const sums = z.record(currencyCode, minorUnits);
const day = z.iso.date();

/** What a product sold on a UTC day. */
export const productDay = z.object({
  productId: idText,
  vendorId: idText,
  date: day,
  units: z.int().min(1),
  /** The units by the currency that they were paid in. */
  unitsBy: z.record(currencyCode, z.int().min(1)),
  sums,
  expiresAt: isoTime,
});
export type ProductDay = z.infer<typeof productDay>;

/** What a vendor sold on a UTC day: the number of parts of paid orders, and what was paid with their delivery. */
export const vendorDay = z.object({ vendorId: idText, date: day, parts: z.int().min(1), sums, expiresAt: isoTime });
export type VendorDay = z.infer<typeof vendorDay>;

export const salesRange = z.enum(['7d', '30d', '60d']);
export type SalesRange = z.infer<typeof salesRange>;

export const salesQuery = z.object({ range: salesRange.default('30d'), vendorId: idText.optional() });
