import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { bodyLocales, localeOfBody } from '#lib/i18n/values.ts';
import { orderReference } from './ledger.ts';

export const payByCardInput = z.object({
  orderId: idText,
  returnUrl: z.string().max(2_000).optional(),
  locale: z
    .enum(bodyLocales)
    .transform((locale) => localeOfBody[locale])
    .optional(),
});
export type PayByCardInput = z.infer<typeof payByCardInput>;

/** The gateway's page to pay on. `reused` is true when it was already open. */
export const cardPayment = z
  .object({ paymentUrl: z.string(), orderReference, expiresAt: isoTime, reused: z.boolean() })
  .meta({ id: 'CardPayment' });
export type CardPayment = z.infer<typeof cardPayment>;

/** The signed acceptance of a callback, sent to the gateway. */
export const cardAccept = z
  .object({ orderReference: z.string(), status: z.literal('accept'), time: z.int(), signature: z.string() })
  .meta({ id: 'CardAccept' });
