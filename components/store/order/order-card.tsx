import type { Route } from 'next';
import { getFormatter } from 'next-intl/server';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { OrderBadge } from './order-badge.tsx';

const PICTURES = 4;

/** Shows one order of the list: its items, total and status. */
export async function OrderCard({ order, href }: { readonly order: OrderView; readonly href: Route }) {
  const [{ t, locale }, { t: status }, format] = await Promise.all([
    pageTexts('orders'),
    pageTexts('orderStatus'),
    getFormatter(),
  ]);
  const count = order.lines.reduce((sum, { qty }) => sum + qty, 0);

  return (
    <article className="group relative grid grid-cols-1 gap-x-6 gap-y-3 py-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-medium tracking-normal">
          <Link href={href} className="underline-offset-4 after:absolute after:inset-0 group-hover:underline">
            {t('number', { number: order.number })}
          </Link>
        </h2>
        <p className="text-sm text-muted">
          {format.dateTime(new Date(order.createdAt), { dateStyle: 'long' })} · {t('items', { count })}
        </p>
        <div aria-hidden className="flex gap-2 pt-2">
          {order.lines.slice(0, PICTURES).map((line) => (
            <ProductPicture key={line.id} image={line.image} alt="" sizes="3.5rem" className="size-14 rounded-sm" />
          ))}
        </div>
      </div>
      <div className="flex items-center justify-between gap-4 sm:flex-col sm:items-end">
        <OrderBadge status={order.status} text={status(order.status)} />
        <span className="font-semibold tabular-nums">{moneyText(order.totalMinor, order.currency, locale)}</span>
      </div>
    </article>
  );
}
