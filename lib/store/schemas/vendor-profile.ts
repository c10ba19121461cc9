import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { slugText } from './category.ts';
import { vendor } from './vendor.ts';
import { accountHolder, contactEmail, ibanText, note, phoneText, vendorName } from './vendor-fields.ts';

/** What a seller changes of the own shop. Missing fields stay. */
export const changeProfileInput = z.strictObject({
  name: vendorName.exactOptional(),
  about: z.string().trim().max(4000).exactOptional(),
  deliveryNote: note.exactOptional(),
  returnsNote: note.exactOptional(),
  arrangeAllowed: z.boolean().exactOptional(),
  contactEmail: contactEmail.exactOptional(),
  phone: phoneText.nullable().exactOptional(),
  slug: slugText.exactOptional(),
  /** An uploaded picture of this seller. Null removes the logo. */
  logo: idText.nullable().exactOptional(),
  /** Absent: the last write wins. */
  version: z.int().positive().exactOptional(),
});
export type ChangeProfile = z.output<typeof changeProfileInput>;

/** A seller as its owner sees it. */
export const vendorProfile = vendor
  .pick({
    ...{ name: true, slug: true, about: true, deliveryNote: true, returnsNote: true, arrangeAllowed: true },
    ...{ country: true, contactEmail: true, phone: true, status: true, statusReason: true },
    ...{ approvedAt: true, version: true },
  })
  .extend({
    id: z.string(),
    logo: z.object({ id: z.string(), url: z.string() }).nullable(),
    /** The rate in force. */
    commissionBps: z.int().min(0).max(10_000),
    payout: z.object({ last4: z.string().nullable(), pendingLast4: z.string().nullable() }),
  })
  .meta({ id: 'VendorProfile' });
export type VendorProfile = z.infer<typeof vendorProfile>;
export const vendorProfileAnswer = z.object({ vendor: vendorProfile });

export const payoutAccountInput = z.strictObject({ iban: ibanText, accountHolder });
export type PayoutAccountInput = z.output<typeof payoutAccountInput>;
export const payoutAsked = z.object({ pending: z.object({ last4: z.string(), askedAt: isoTime }) });
export type PayoutAsked = z.infer<typeof payoutAsked>;
export const payoutWithdrawn = z.object({ withdrawn: z.literal(true) });
