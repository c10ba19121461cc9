import type { Metadata, Route } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { BackToMail } from '#components/admin/back-to-mail.tsx';
import { OrderDetails } from '#components/admin/orders/order-details.tsx';
import { OrderMailList } from '#components/admin/orders/order-mail-list.tsx';
import { OrderStatusSelect } from '#components/admin/orders/order-status-select.tsx';
import { transitionsOf, usualMovesOf } from '#components/admin/orders/order-transitions.ts';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listOrderMails } from '#lib/store/order-mail/order-mails.ts';
import { getOrder, viewForAdmin } from '#lib/store/orders/orders.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('orders')).t('number') };
}

export default async function AdminOrderPage({ params, searchParams }: PageProps<'/admin/orders/[id]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).id);
  const row = await foundOr404(getOrder(ctx, id));
  const [{ t, texts, locale }, common] = await Promise.all([consoleTexts('orders'), consoleTexts('common')]);
  const [order, mails, statusTexts] = await Promise.all([
    viewForAdmin({ ...ctx, locale }, row),
    listOrderMails(ctx, id),
    clientTexts('orderStatus', locale),
  ]);
  const states = [
    t('paymentIs', { state: t(`pay_${order.payState}`) }),
    order.forced && t('forced'),
    order.stockShort.length > 0 && t('short', { count: order.stockShort.length }),
  ];

  return (
    <main id="content" className="flex flex-col gap-6">
      <BackToMail mail={(await searchParams).mail} />
      <Breadcrumbs
        label={common.t('crumbs')}
        crumbs={[{ label: t('title'), href: '/admin/orders' }, { label: order.number }]}
      />
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="text-2xl">{t('order', { number: order.number })}</h1>
        <OrderStatusSelect
          orderId={order.id}
          number={order.number}
          status={order.status}
          moves={transitionsOf(order)}
          usual={usualMovesOf(order)}
          texts={texts}
          statusTexts={statusTexts}
        />
      </div>
      <p className="text-muted">{states.filter(Boolean).join(' · ')}</p>
      <OrderDetails order={order} />
      <section aria-labelledby="payments">
        <h2 id="payments" className="pb-3 text-lg">
          {t('payments')}
        </h2>
        {order.payments.length === 0 ? (
          <p className="text-muted">{t('noPayments')}</p>
        ) : (
          <PaymentTable caption={t('paymentList')} payments={order.payments} />
        )}
      </section>
      <OrderMailList mails={mails} vendorNames={vendorNamesOf(order)} />
      {order.documentNumber !== null && (
        <p>
          <LinkButton href={`/orders/${id}/document` as Route} look="secondary">
            {t('document', { number: order.documentNumber })}
          </LinkButton>
        </p>
      )}
    </main>
  );
}

const vendorNamesOf = ({ lines }: OrderView): ReadonlyMap<string, string> =>
  new Map(lines.map(({ vendor }) => [vendor.id, vendor.name]));
