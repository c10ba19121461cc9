import type { Route } from 'next';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import { optionsText } from '#lib/store/families/option-texts.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows the ordered items at the prices of the order. */
export async function OrderLines({ order }: { readonly order: OrderView }) {
  const [{ t, locale, go }, { t: card }, { t: reviews }] = await Promise.all([
    pageTexts('order'),
    pageTexts('card'),
    pageTexts('reviews'),
  ]);
  // A buyer is asked for a review only after the order has ended well.
  const mayReview = ({ productId, vendor }: OrderView['lines'][number]): boolean =>
    order.status === 'completed' &&
    productId !== null &&
    order.parts.some(({ vendorId, refund, state }) => vendorId === vendor.id && state !== 'refused' && refund === null);
  const money = (minor: number) => moneyText(minor, order.currency, locale);

  return (
    <section aria-labelledby="order-lines">
      <h2 id="order-lines" className="pb-3 text-xl tracking-tight">
        {t('lines')}
      </h2>
      <ul className="border-t border-line">
        {order.lines.map((line) => (
          <li key={line.id} className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-4 border-b border-line py-4">
            <ProductPicture image={line.image} alt="" sizes="5rem" />
            <div>
              <h3 className="text-base font-medium tracking-normal">{line.title}</h3>
              {line.options.length > 0 && <p className="text-sm text-muted">{optionsText(line.options)}</p>}
              <p className="text-sm text-muted">{card('by', { vendor: line.vendor.name })}</p>
              <p className="text-sm text-muted tabular-nums">
                {t('qty', { count: line.qty, price: money(line.unitPriceMinor) })}
              </p>
              {mayReview(line) && (
                <Link
                  href={go(`/products/${line.productId}#reviews` as Route)}
                  className="text-sm underline underline-offset-4"
                >
                  {reviews('write')}
                </Link>
              )}
            </div>
            <span className="font-semibold tabular-nums">{money(line.totalMinor)}</span>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-2 py-4 tabular-nums">
        {order.charges.length > 0 && (
          <div className="flex justify-between gap-4">
            <dt>{t('subtotal')}</dt>
            <dd>{money(order.subtotalMinor)}</dd>
          </div>
        )}
        {order.charges.map((charge) => (
          <div key={charge.label} className="flex justify-between gap-4">
            <dt>{charge.label}</dt>
            <dd>{money(charge.amountMinor)}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-medium">{t('total')}</dt>
          <dd className="text-2xl font-semibold tracking-tight">{money(order.totalMinor)}</dd>
        </div>
      </dl>
    </section>
  );
}
