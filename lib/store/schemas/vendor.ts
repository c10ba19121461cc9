import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { suspenders, vendorMailStates, vendorStatuses } from '#lib/store/values.ts';
import { slugText } from './category.ts';

/** An account that a seller has asked for and that no administrator has confirmed yet. */
export const payoutPending = z.object({
  sealed: z.string(),
  last4: z.string(),
  askedAt: isoTime,
  askedBy: idText,
});
export type PayoutPending = z.infer<typeof payoutPending>;

/** A seller. `payout` is encrypted. Only its last four characters are ever shown. */
export const vendor = z.object({
  ownerId: idText.nullable(),
  name: z.string().min(1).max(120),
  slug: slugText,
  about: z.string().max(4000),
  country: z.string().regex(/^[A-Z]{2}$/),
  contactEmail: z.string(),
  phone: z.string().nullable().default(null),
  logoFileId: idText.nullable().default(null),
  deliveryNote: z.string().max(2000).default(''),
  returnsNote: z.string().max(2000).default(''),
  /** Whether a buyer may arrange the delivery with the seller instead of choosing an option. */
  arrangeAllowed: z.boolean().default(true),
  legalName: z.string().max(200).default(''),
  taxId: z.string().max(40).default(''),
  termsAcceptedAt: isoTime.nullable().default(null),
  status: z.enum(vendorStatuses),
  /** Why the seller was rejected or suspended, in the words of who did it. */
  statusReason: z.string().nullable().default(null),
  /** Null unless suspended, and in rows suspended before it was kept. */
  suspendedBy: z.enum(suspenders).nullable().default(null),
  procedureNumber: z.string().nullable(),
  /** Null: the shop's own rate. */
  commissionBps: z.int().min(0).max(10_000).nullable(),
  payout: z.string().nullable(),
  payoutLast4: z.string().nullable(),
  /** When the account was confirmed. Null for one that has never been confirmed. */
  payoutConfirmedAt: isoTime.nullable().default(null),
  payoutPending: payoutPending.nullable().default(null),
  approvedAt: isoTime.nullable(),
  /** Counts the changes of the row, for callers who changed an older one. */
  version: z.int().positive().default(1),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Vendor = z.infer<typeof vendor>;

/** Claims an address of a seller, the present one and every former one. The document id is the slug. */
export const vendorSlug = z.object({ vendorId: idText, createdAt: isoTime });

/** A mail to a seller, claimed before it is sent. */
export const vendorMail = z.object({
  vendorId: idText,
  kind: z.enum(['payout_asked']),
  state: z.enum(vendorMailStates),
  updatedAt: isoTime,
});
export type VendorMail = z.infer<typeof vendorMail>;
