import 'server-only';
import type { FirstQuote } from '#components/store/checkout/use-delivery.ts';
import type { UserContext } from '#lib/context/context.ts';
import { countryCode } from '#lib/core/countries.ts';
import { quoteDelivery } from '#lib/store/delivery/delivery-quote.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import { FIRST_COUNTRY } from '#lib/store/values.ts';

type Asked = {
  /** The country of the last address. It may be free text in an old order. */
  readonly country: string | undefined;
  readonly lines: readonly CartLine[];
  readonly currency: string;
};

/** Quotes the delivery of a cart to the country of the buyer's last address, so that the page opens with prices. */
export async function firstQuote(ctx: UserContext, { country: asked, lines, currency }: Asked): Promise<FirstQuote> {
  const known = countryCode.safeParse(asked);
  const country = known.success ? known.data : FIRST_COUNTRY;
  return { country, quote: await quoteDelivery(ctx, { items: [...lines], country, currency }) };
}
