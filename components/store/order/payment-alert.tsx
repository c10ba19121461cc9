import { getFormatter } from 'next-intl/server';
import { Alert } from '#components/ui/alert.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { PaymentNote } from '#lib/payments/attempts/payment-note.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows the state of the payment of an order, unless it is simply paid. */
export async function PaymentAlert({ note }: { readonly note: PaymentNote }) {
  const [{ t, locale }, format] = await Promise.all([pageTexts('payNote'), getFormatter()]);
  switch (note.kind) {
    case 'asking':
      return (
        <Alert title={t('asking')}>
          {t('askingText')}{' '}
          {note.until && t('askingUntil', { time: format.dateTime(new Date(note.until), { timeStyle: 'short' }) })}
        </Alert>
      );
    case 'no_page':
      return (
        <Alert kind="warning" title={t('noPage')}>
          {t('noPageText')}
        </Alert>
      );
    case 'failed':
      return (
        <Alert kind="danger" title={t(`reason_${note.code}`)}>
          {t('failedText')}
        </Alert>
      );
    case 'expired':
      return (
        <Alert kind="warning" title={t('expired')}>
          {t('failedText')}
        </Alert>
      );
    case 'checking':
      return <Alert title={t('reason_checking')}>{t('checkingText')}</Alert>;
    case 'kept':
      return (
        <Alert kind="warning" title={t('kept')}>
          {t('keptText')}
        </Alert>
      );
    case 'returning':
    case 'returned': {
      const amount = moneyText(note.amountMinor, note.currency, locale);
      const way = note.to === 'cardgw' || note.to === 'credit' ? note.to : 'other';
      return (
        <Alert title={t(`because_${note.because}`)}>
          {note.kind === 'returned' ? t(`returned_${way}`, { amount }) : t(`returning_${way}`, { amount })}
        </Alert>
      );
    }
  }
}
