import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { orderHref } from './money-hrefs.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { processorWords, purposeWords } from './payment-words.ts';

/** The labels of the processor's fields. A field without a label shows its own name. */
const keptWords: Readonly<Record<string, string>> = {
  cardPan: 'Card',
  cardType: 'Card type',
  issuerBankName: 'Bank',
  authCode: 'Authorization',
  gatewayStatus: 'Gateway status',
  reasonCode: 'Reason code',
  paymentSystem: 'Paid with',
  feeMinor: 'Fee (minor units)',
  balanceAfterMinor: 'Balance after (minor units)',
};

type PaymentFactsProps = { readonly payment: LedgerView; readonly payer: string; readonly isExcess: boolean };

/** Shows the amount, payer and purpose of a payment, and the stored fields of the processor. */
export function PaymentFacts({ payment, payer, isExcess }: PaymentFactsProps) {
  const { orderId, orderNumber, failure, paidAt, refundedAt, processor_payload: kept } = payment;
  return (
    <Facts>
      <Fact name="Amount">
        <strong className="text-xl tabular-nums">{moneyText(payment.amountMinor, payment.currency, 'en')}</strong>
      </Fact>
      <Fact name="Status">
        <PaymentBadge {...payment} />
        {isExcess && <p className="text-sm text-muted">excess payment: not matched to an order</p>}
      </Fact>
      <Fact name="For">
        {purposeWords[payment.purpose]}
        {orderId !== null && (
          <>
            {' '}
            <Link href={orderHref(orderId)} className="underline underline-offset-4">
              {orderNumber}
            </Link>
          </>
        )}
      </Fact>
      <Fact name="Method">{processorWords[payment.processor]}</Fact>
      <Fact name="Payer">{payer}</Fact>
      <Fact name="Paid">{paidAt === null ? 'not yet' : <ReaderTime at={paidAt} isExact />}</Fact>
      {refundedAt !== null && (
        <Fact name="Refunded">
          <ReaderTime at={refundedAt} isExact />
        </Fact>
      )}
      {failure !== null && (
        <Fact name="Declined">
          {failure.code}: {failure.message}
        </Fact>
      )}
      {Object.entries(kept).map(([name, value]) => (
        <Fact key={name} name={keptWords[name] ?? name}>
          {String(value)}
        </Fact>
      ))}
    </Facts>
  );
}
