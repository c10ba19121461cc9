import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { vendorStatuses } from '#lib/store/values.ts';
import { slugText } from './category.ts';

/** A seller. `payout` is encrypted. Only its last four characters are ever shown. */
export const vendor = z.object({
  ownerId: idText.nullable(),
  name: z.string().min(1).max(120),
  slug: slugText,
  about: z.string().max(4000),
  country: z.string().regex(/^[A-Z]{2}$/),
  contactEmail: z.string(),
  status: z.enum(vendorStatuses),
  procedureNumber: z.string().nullable(),
  /** Null: the shop's own rate. */
  commissionBps: z.int().min(0).max(10_000).nullable(),
  payout: z.string().nullable(),
  payoutLast4: z.string().nullable(),
  approvedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Vendor = z.infer<typeof vendor>;
