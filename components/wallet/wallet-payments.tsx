import { getFormatter } from 'next-intl/server';
import { Alert } from '#components/ui/alert.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { PayAgain } from './pay-again.tsx';
import { WalletWatch } from './wallet-watch.tsx';

type WalletPaymentsProps = {
  readonly payments: readonly WalletPayment[];
  /** The page the gateway returns the user to after the payment. */
  readonly returnUrl: string;
};

const kinds = {
  asking: 'info',
  checking: 'info',
  returning: 'info',
  returned: 'info',
  no_page: 'warning',
  expired: 'warning',
  failed: 'danger',
  paid: 'success',
} as const satisfies Record<WalletPayment['state'], string>;

/**
 * True when the payment can change without action here. After a declined card, the user may try another card on the
 * gateway's page while it is open.
 */
const isUnderWay = ({ state, until }: WalletPayment): boolean =>
  state === 'asking' || state === 'checking' || state === 'returning' || (state === 'failed' && until !== null);

/** Shows the card payments for wallet and membership with their states. The page refreshes when a payment changes. */
export async function WalletPayments({ payments, returnUrl }: WalletPaymentsProps) {
  const [{ t, locale }, { t: note }, format, wallet, problems, { goOn, again }] = await Promise.all([
    pageTexts('wallet'),
    pageTexts('payNote'),
    getFormatter(),
    clientTexts('wallet'),
    clientTexts('problems'),
    clientTexts('payWays'),
  ]);

  // The element stays mounted while its content changes, so that screen readers announce the change.
  return (
    <div role="status" className="flex flex-col gap-4 empty:hidden">
      {payments.map((payment) => {
        const { orderReference, purpose, amountMinor, currency, state, until } = payment;
        const amount = moneyText(amountMinor, currency, locale);
        const canGoOn = state === 'asking' && until !== null;
        const canRetry = state === 'failed' || state === 'expired' || state === 'no_page';
        return (
          <Alert
            key={orderReference}
            kind={kinds[state]}
            title={`${t(`payment_${purpose}`, { amount })}: ${stateText(payment)}`}
            action={
              (canGoOn || canRetry) && (
                <PayAgain
                  payment={payment}
                  returnUrl={returnUrl}
                  label={canGoOn ? goOn : again}
                  texts={{ wallet, problems }}
                />
              )
            }
          >
            {furtherText(payment, amount)}
          </Alert>
        );
      })}
      {payments.some(isUnderWay) && <WalletWatch seen={payments} />}
    </div>
  );

  function stateText({ purpose, state, failure }: WalletPayment): string {
    switch (state) {
      case 'asking':
        return t('asking');
      case 'failed':
        return t(`failed_${failure ?? 'gateway'}`);
      case 'paid':
        return t(`paid_${purpose}`);
      case 'no_page':
      case 'expired':
      case 'checking':
      case 'returning':
      case 'returned':
        return t(`is_${state}`);
    }
  }

  function furtherText({ state, until }: WalletPayment, amount: string): string | null {
    switch (state) {
      case 'asking':
        return [
          note('askingText'),
          until && note('askingUntil', { time: format.dateTime(new Date(until), { timeStyle: 'short' }) }),
        ]
          .filter(Boolean)
          .join(' ');
      case 'checking':
        return note('checkingText');
      case 'returning':
        return note('returning_cardgw', { amount });
      case 'returned':
        return note('returned_cardgw', { amount });
      case 'paid':
        return null;
      case 'no_page':
      case 'failed':
      case 'expired':
        return t('notCharged');
    }
  }
}
