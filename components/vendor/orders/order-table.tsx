import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { distanceText } from '#lib/i18n/console/times.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { PartBadge } from './part-badge.tsx';

/** Shows a seller's orders with their age, newest paid first. */
export async function OrderTable({ orders, now }: { readonly orders: readonly VendorOrder[]; readonly now: Date }) {
  const { t, texts, locale, reader, timeOf, go } = await sellerTexts('orders');
  const columns: readonly Column<VendorOrder>[] = [
    { header: t('order'), href: ({ id }) => go(`/sell/orders/${id}`), cell: ({ number }) => number },
    {
      header: t('paid'),
      cell: ({ paidAt }) => (
        <time dateTime={paidAt} title={timeOf(paidAt)}>
          {distanceText(paidAt, now, reader)}
        </time>
      ),
    },
    {
      header: t('lines'),
      breaksWords: true,
      cell: ({ lines }) => (
        <>
          <span className="line-clamp-2">{lines.map(({ title }) => title).join(', ')}</span>
          <span className="block text-sm text-muted">
            {t('units', { count: lines.reduce((sum, { qty }) => sum + qty, 0) })}
          </span>
        </>
      ),
    },
    { header: t('state'), cell: (order) => <PartBadge order={order} texts={texts} /> },
    {
      header: t('amount'),
      isNumeric: true,
      cell: ({ part, currency }) => moneyText(part.amountMinor, currency, locale),
    },
  ];
  return <DataTable caption={t('caption')} columns={columns} rows={orders} keyOf={({ id }) => id} />;
}
