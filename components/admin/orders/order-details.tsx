import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { personHref } from '#components/admin/people/people-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import type { AdminOrderView } from '#lib/store/schemas/order.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { OrderParts } from './order-parts.tsx';

/** Shows all details of an order to admins. */
export async function OrderDetails({ order }: { readonly order: AdminOrderView }) {
  const { t, locale } = await consoleTexts('orders');
  const money = (minor: number) => moneyText(minor, order.currency, locale);
  const { contact, delivery } = order;
  const columns: readonly Column<AdminOrderView['lines'][number]>[] = [
    { header: t('product'), cell: variantTitle },
    { header: t('seller'), cell: ({ vendor }) => vendor.name },
    { header: t('price'), isNumeric: true, cell: ({ unitPriceMinor }) => money(unitPriceMinor) },
    { header: t('qty'), isNumeric: true, cell: ({ qty }) => qty },
    { header: t('total'), isNumeric: true, cell: ({ totalMinor }) => money(totalMinor) },
  ];
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean).join(', ');

  return (
    <div className="flex flex-col gap-10">
      <DataTable caption={t('items')} columns={columns} rows={order.lines} keyOf={({ id }) => id} />
      <Facts>
        <Fact name={t('total')}>
          <strong className="text-xl tabular-nums">{money(order.totalMinor)}</strong>
        </Fact>
        <Fact name={t('buyer')}>
          <Link href={personHref(order.userId)} className="underline underline-offset-4">
            {contact.name || contact.email || order.userId}
          </Link>
          {[contact.name && contact.email, contact.phone].filter(Boolean).map((text) => (
            <span key={text} className="block text-muted">
              {text}
            </span>
          ))}
        </Fact>
        <Fact name={t('delivery')}>
          {[t(`delivery_${delivery.method}`), address, delivery.comment].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={t('note')}>{order.note || t('noNote')}</Fact>
      </Facts>
      <OrderParts order={order} />
      <section aria-labelledby="history">
        <h2 id="history" className="pb-3 text-lg">
          {t('history')}
        </h2>
        <ol className="flex flex-col gap-2">
          {order.timeline?.map((step) => (
            <li key={`${step.at} ${step.kind} ${step.to}`} className="flex flex-wrap gap-x-4">
              <ReaderTime at={step.at} className="text-muted tabular-nums" />
              {step.text}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
