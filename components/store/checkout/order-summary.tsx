import type { Route } from 'next';
import type { ReactNode } from 'react';
import type { FindProduct } from '#components/store/cart/use-cart-products.ts';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';

type OrderSummaryProps = {
  readonly lines: readonly CartLine[];
  readonly find: FindProduct;
  readonly total: number | null;
  /** The price of the delivery within the total. Without it the summary names none. */
  readonly deliveryMinor?: number | null | undefined;
  readonly currency: string;
  readonly locale: Locale;
  readonly cartHref: Route;
  readonly texts: Texts<'checkout'>;
  readonly children?: ReactNode;
};

/** Shows the items and the total of the order. On wide screens the summary stays in view. */
export function OrderSummary(props: OrderSummaryProps) {
  const { lines, find, total, deliveryMinor, currency, locale, cartHref, texts, children } = props;
  return (
    <section
      aria-labelledby="order-summary"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="order-summary" className="text-lg">
          {texts.summary}
        </h2>
        <Link href={cartHref} className="rounded-sm py-1 text-sm underline underline-offset-4">
          {texts.editCart}
        </Link>
      </div>
      <ul className="flex flex-col gap-3">
        {lines.map(({ id, qty }) => {
          const product = find(id);
          return (
            <li key={id} className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3 text-sm">
              <ProductPicture image={product?.image ?? null} alt="" sizes="3rem" className="rounded-sm" />
              {product ? (
                <span>
                  {variantTitle(product)} <span className="whitespace-nowrap text-muted tabular-nums">× {qty}</span>
                </span>
              ) : (
                <Skeleton className="h-4" />
              )}
              <span className="tabular-nums">{product && moneyText(product.priceMinor * qty, currency, locale)}</span>
            </li>
          );
        })}
      </ul>
      {deliveryMinor !== undefined && (
        <p className="flex justify-between gap-4 border-t border-line pt-4">
          <span>{texts.delivery}</span>
          <span className="tabular-nums" role="status">
            {deliveryMinor === null && <Skeleton className="h-6 w-16" />}
            {deliveryMinor === 0 && texts.free}
            {deliveryMinor !== null && deliveryMinor > 0 && moneyText(deliveryMinor, currency, locale)}
          </span>
        </p>
      )}
      <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
        <span>{texts.total}</span>
        {total === null ? (
          <Skeleton className="h-7 w-28" />
        ) : (
          <strong className="text-2xl font-semibold tracking-tight tabular-nums">
            {moneyText(total, currency, locale)}
          </strong>
        )}
      </div>
      {children}
    </section>
  );
}
