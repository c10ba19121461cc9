import { z } from 'zod';
import { cursorText } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { slugText } from '#lib/store/schemas/category.ts';
import { vendor } from '#lib/store/schemas/vendor.ts';
import { vendorName } from '#lib/store/schemas/vendor-fields.ts';
import { vendorStatuses } from '#lib/store/values.ts';

const reason = z.string().trim().min(3).max(500);
const version = z.int().positive();

export const suspendInput = z.strictObject({ reason, version: version.exactOptional() });
export type SuspendInput = z.output<typeof suspendInput>;

export const reinstateInput = z.strictObject({ reason: reason.exactOptional(), version: version.exactOptional() });
export type ReinstateInput = z.output<typeof reinstateInput>;

export const changeVendorInput = z.strictObject({
  /** Null: the shop's own rate. */
  commissionBps: z.int().min(0).max(10_000).nullable().exactOptional(),
  name: vendorName.exactOptional(),
  slug: slugText.exactOptional(),
  version,
});
export type ChangeVendor = z.output<typeof changeVendorInput>;

export const confirmPayoutInput = z.strictObject({ version });
export const refusePayoutInput = z.strictObject({ version, reason });

/** A seller as an administrator sees it. The bank account is named by its last four characters only. */
export const adminVendor = vendor
  .pick({
    ...{ ownerId: true, name: true, slug: true, about: true, country: true, contactEmail: true, phone: true },
    ...{ deliveryNote: true, returnsNote: true, arrangeAllowed: true, legalName: true, taxId: true },
    ...{ termsAcceptedAt: true, status: true, statusReason: true, suspendedBy: true, procedureNumber: true },
    ...{ commissionBps: true, payoutLast4: true, payoutConfirmedAt: true, approvedAt: true, version: true },
    createdAt: true,
  })
  .extend({
    id: z.string(),
    ownerName: z.string().nullable(),
    payoutPending: z.object({ last4: z.string(), askedAt: isoTime }).nullable(),
  })
  .meta({ id: 'AdminVendor' });
export type AdminVendor = z.infer<typeof adminVendor>;
export const adminVendorAnswer = z.object({ vendor: adminVendor });

const account = { iban: z.string(), accountHolder: z.string() };
/** The bank account of a seller in full, for a transfer. */
export const payoutAccountAnswer = z.object({
  iban: z.string().nullable(),
  accountHolder: z.string().nullable(),
  confirmedAt: isoTime.nullable(),
  pending: z.object({ ...account, askedAt: isoTime }).nullable(),
});
export type PayoutAccountAnswer = z.infer<typeof payoutAccountAnswer>;

/** The query keys of the console's list of sellers, as its address holds them. */
export const vendorListQuery = z.object({
  q: z.string().trim().max(120).optional(),
  status: z.enum(vendorStatuses).optional(),
  cursor: cursorText.optional(),
});
export type VendorListQuery = z.infer<typeof vendorListQuery>;
