import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import type { CustomerOrder } from '#lib/admin/customer/customer.ts';
import type { Say } from '#lib/i18n/console/texts.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { orderFromMail } from './customer-hrefs.ts';
import type { CustomerTexts } from './customer-texts.ts';
import { InsertOrder } from './insert-order.tsx';

/** The number of orders that are shown at once. Older ones are collapsed. */
const OPEN_ORDERS = 3;

const statusTones: Readonly<Record<CustomerOrder['status'], Tone>> = {
  new: 'warning',
  paid: 'accent',
  processing: 'accent',
  shipped: 'success',
  completed: 'success',
  canceled: 'neutral',
};

type CustomerOrdersProps = {
  readonly orders: readonly CustomerOrder[];
  readonly threadId: string;
  readonly texts: CustomerTexts;
};

/** Lists the orders of a customer, newest first, each with the ways to open it and to put it into the reply. */
export function CustomerOrders({ orders, threadId, texts }: CustomerOrdersProps) {
  const t: Say<'customer'> = texts.t;
  const item = (order: CustomerOrder, at: number) => (
    <OrderItem key={order.id} order={order} threadId={threadId} isLatest={at === 0} texts={texts} />
  );
  const older = orders.slice(OPEN_ORDERS);
  return (
    <section aria-labelledby="customer-orders" className="flex flex-col gap-2">
      <h3 id="customer-orders" className="text-sm font-semibold">
        {t('orders')}
      </h3>
      {orders.length === 0 ? (
        <p className="text-muted">{t('noOrders')}</p>
      ) : (
        <ul className="flex flex-col gap-2">{orders.slice(0, OPEN_ORDERS).map(item)}</ul>
      )}
      {older.length > 0 && (
        <details>
          <summary className="min-h-6 text-muted">{t('older', { count: older.length })}</summary>
          <ul className="flex flex-col gap-2 pt-2">{older.map((order) => item(order, OPEN_ORDERS))}</ul>
        </details>
      )}
    </section>
  );
}

type OrderItemProps = {
  readonly order: CustomerOrder;
  readonly threadId: string;
  readonly isLatest: boolean;
  readonly texts: CustomerTexts;
};

function OrderItem({ order, threadId, isLatest, texts }: OrderItemProps) {
  const { locale, dayOf, statusTexts, orders, lineOf } = texts;
  const t: Say<'customer'> = texts.t;
  const { id, number, status, payState, totalMinor, currency, createdAt } = order;
  return (
    <li className="flex flex-col gap-1.5 rounded-md border border-line bg-surface p-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <Link href={orderFromMail(id, threadId)} className="font-medium underline underline-offset-4">
          {number}
        </Link>
        <span className="tabular-nums">{moneyText(totalMinor, currency, locale)}</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted *:text-xs">
        <Badge tone={statusTones[status]}>{statusTexts[status]}</Badge>
        <span>{orders[`pay_${payState}`]}</span>
        <time dateTime={createdAt}>{dayOf(createdAt)}</time>
      </p>
      <div>
        <InsertOrder text={lineOf(order)} label={t('insert')} name={t('insertOrder', { number })} hasKey={isLatest} />
      </div>
    </li>
  );
}
