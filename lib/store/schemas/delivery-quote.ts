import { z } from 'zod';
import { countryCode } from '#lib/core/countries.ts';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';
import { optionMethods } from '#lib/store/values.ts';
import { cartLineInput } from './cart.ts';

export const deliveryQuoteInput = z.strictObject({
  items: z.array(cartLineInput).max(MAX_CART_LINES).optional(),
  country: countryCode,
  currency: currencyCode,
});
export type DeliveryQuoteInput = z.output<typeof deliveryQuoteInput>;

/** A delivery option with its price for the lines of the quote. */
const quotedOption = z.object({
  id: idText,
  name: z.string(),
  method: z.enum(optionMethods),
  priceMinor: minorUnits.nonnegative(),
  currency: currencyCode,
  minDays: z.int().nonnegative(),
  maxDays: z.int().nonnegative(),
});
export type QuotedOption = z.output<typeof quotedOption>;

export const deliveryQuote = z
  .object({
    vendors: z.array(
      z.object({
        vendorId: idText,
        name: z.string(),
        /** Whether the delivery may be arranged with the seller after the order. */
        arrange: z.boolean(),
        options: z.array(quotedOption),
      }),
    ),
  })
  .meta({ id: 'DeliveryQuote' });
export type DeliveryQuote = z.output<typeof deliveryQuote>;
