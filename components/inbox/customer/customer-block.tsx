import { personHref } from '#components/admin/people/people-hrefs.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import type { BesideMail, Customer } from '#lib/admin/customer/customer.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { paymentFromMail, talkHref } from './customer-hrefs.ts';
import { CustomerOrders } from './customer-orders.tsx';
import type { CustomerTexts } from './customer-texts.ts';

type CustomerBlockProps = { readonly beside: BesideMail; readonly threadId: string; readonly texts: CustomerTexts };

/** Shows what the sender of a mail has with the platform: the account, orders, payments and conversations. */
export function CustomerBlock({ beside, threadId, texts }: CustomerBlockProps) {
  const { t } = texts;
  const { customer, isSenderDoubtful } = beside;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {isSenderDoubtful && (
        <p className="rounded-md border border-danger/40 bg-danger-soft p-3 text-text">{t('doubtful')}</p>
      )}
      {customer === null ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <>
          <Account user={customer.user} texts={texts} />
          <CustomerOrders orders={customer.orders} threadId={threadId} texts={texts} />
          <Payments customer={customer} threadId={threadId} texts={texts} />
          <Talks talks={customer.conversations} texts={texts} />
        </>
      )}
    </div>
  );
}

function Account({ user, texts }: { readonly user: Customer['user']; readonly texts: CustomerTexts }) {
  const { t, dayOf, people } = texts;
  return (
    <div className="flex flex-col gap-1">
      <Link href={personHref(user.id)} className="font-medium underline underline-offset-4 wrap-anywhere">
        {user.name || user.email || user.id}
      </Link>
      <p className="flex flex-wrap gap-1 *:px-2 *:py-0 *:text-xs *:leading-5">
        <Badge tone="accent">{people[`role_${user.role}`]}</Badge>
        {user.status !== 'active' && <Badge tone="warning">{people[`status_${user.status}`]}</Badge>}
        {user.isVerified && <Badge tone="success">{t('verified')}</Badge>}
      </p>
      <p className="text-muted">{t('since', { date: dayOf(user.createdAt) })}</p>
    </div>
  );
}

type PaymentsProps = { readonly customer: Customer; readonly threadId: string; readonly texts: CustomerTexts };

function Payments({ customer: { payments, credit }, threadId, texts }: PaymentsProps) {
  const { t, locale, dayOf } = texts;
  return (
    <section aria-label={t('payments', { count: payments.length })} className="flex flex-col gap-1">
      {payments.length === 0 ? (
        <p className="text-muted">{t('noPayments')}</p>
      ) : (
        <details>
          <summary className="min-h-6 font-semibold">{t('payments', { count: payments.length })}</summary>
          <ul className="flex flex-col gap-2 pt-2">
            {payments.map((payment) => (
              <li key={payment.orderReference} className="flex flex-col">
                <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                  <Link
                    href={paymentFromMail(payment.orderReference, threadId)}
                    className="underline underline-offset-4"
                  >
                    {t(`purpose_${payment.purpose}`)}
                    <span className="sr-only"> {payment.orderReference}</span>
                  </Link>
                  <span className="tabular-nums">{moneyText(payment.amountMinor, payment.currency, locale)}</span>
                </span>
                <span className="text-muted">
                  {t(`processor_${payment.processor}`)} · {t(`status_${payment.status}`)}
                  {payment.refundState !== 'none' && ` · ${t(`refund_${payment.refundState}`)}`} ·{' '}
                  {dayOf(payment.createdAt)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-muted">{t('balance', { amount: moneyText(credit.balanceMinor, credit.currency, locale) })}</p>
    </section>
  );
}

type TalksProps = { readonly talks: Customer['conversations']; readonly texts: CustomerTexts };

function Talks({ talks, texts }: TalksProps) {
  const { t, dayOf } = texts;
  if (talks.length === 0) return <p className="text-muted">{t('noTalks')}</p>;
  return (
    <details>
      <summary className="min-h-6 font-semibold">{t('talks', { count: talks.length })}</summary>
      <ul className="flex flex-col gap-2 pt-2">
        {talks.map(({ id, sellerName, subject, activityAt, messageCount, isOpen }) => {
          const name = [sellerName ?? t('noSeller'), subject].filter(Boolean).join(': ');
          return (
            <li key={id} className="flex flex-col wrap-anywhere">
              {isOpen ? (
                <Link href={talkHref(id)} className="underline underline-offset-4">
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              <span className="text-muted">
                {t('messages', { count: messageCount })} · {dayOf(activityAt)}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
