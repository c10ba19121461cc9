import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { orderMailKinds, orderMailStates } from '#lib/store/values.ts';

/** One mail about an order. It keeps no address: whom it goes to stands on the order, or with the seller. */
export const orderMail = z.object({
  orderId: idText,
  kind: z.enum(orderMailKinds),
  /** The seller it goes to; null when it goes to the buyer. */
  vendorId: idText.nullable(),
  state: z.enum(orderMailStates),
  /** Why it was not sent, or how far the conversation with the mail server had come. */
  reason: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type OrderMail = z.infer<typeof orderMail>;
