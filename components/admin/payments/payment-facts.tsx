import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { orderHref } from './money-hrefs.ts';
import { PaymentBadge } from './payment-badge.tsx';

type PaymentFactsProps = { readonly payment: LedgerView; readonly payer: string; readonly isExcess: boolean };

/** Shows the amount, payer and purpose of a payment, and the stored fields of the processor. */
export async function PaymentFacts({ payment, payer, isExcess }: PaymentFactsProps) {
  const { t, texts, locale } = await consoleTexts('payments');
  const words = await clientTexts('wallet', locale);
  // A field of the processor without a label shows its own name.
  const labels: Readonly<Record<string, string>> = texts;
  const { orderId, orderNumber, failure, paidAt, refundedAt, processor_payload: kept } = payment;
  return (
    <Facts>
      <Fact name={t('amount')}>
        <strong className="text-xl tabular-nums">{moneyText(payment.amountMinor, payment.currency, locale)}</strong>
      </Fact>
      <Fact name={t('status')}>
        <PaymentBadge {...payment} />
        {isExcess && <p className="text-sm text-muted">{t('excess')}</p>}
      </Fact>
      <Fact name={t('for')}>
        {t(`purpose_${payment.purpose}`)}
        {orderId !== null && (
          <>
            {' '}
            <Link href={orderHref(orderId)} className="underline underline-offset-4">
              {orderNumber}
            </Link>
          </>
        )}
      </Fact>
      <Fact name={t('method')}>{t(`by_${payment.processor}`)}</Fact>
      <Fact name={t('payer')}>{payer}</Fact>
      <Fact name={t('paid')}>{paidAt === null ? t('notYet') : <ReaderTime at={paidAt} isExact />}</Fact>
      {refundedAt !== null && (
        <Fact name={t('refunded')}>
          <ReaderTime at={refundedAt} isExact />
        </Fact>
      )}
      {failure !== null && <Fact name={t('declined')}>{words[`failed_${failure.code}`]}</Fact>}
      {Object.entries(kept).map(([name, value]) => (
        <Fact key={name} name={labels[`kept_${name}`] ?? name}>
          {String(value)}
        </Fact>
      ))}
    </Facts>
  );
}
