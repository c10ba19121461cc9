import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { orderMailKinds, orderMailStates } from '#lib/store/values.ts';

/** One mail about an order. It stores no address: the order or the seller has it. */
export const orderMail = z.object({
  orderId: idText,
  kind: z.enum(orderMailKinds),
  /** The receiving seller. Null when the buyer receives it. */
  vendorId: idText.nullable(),
  state: z.enum(orderMailStates),
  /** Why it was not sent, or how far the session with the mail server had come. */
  reason: z.string().nullable(),
  /** Identifies the call that claimed the mail. Missing after the attempt and in older rows. */
  claimId: idText.optional(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type OrderMail = z.infer<typeof orderMail>;
