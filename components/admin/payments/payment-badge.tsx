import { Badge } from '#components/ui/badge.tsx';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { statusTones } from './payment-tones.ts';

/** Shows the status of a payment and of its refund, if one is pending or has failed. */
export async function PaymentBadge({ status, refundState }: Pick<LedgerView, 'status' | 'refundState'>) {
  const { t } = await consoleTexts('payments');
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge wraps tone={statusTones[status]}>
        {t(`status_${status}`)}
      </Badge>
      {refundState === 'pending' && (
        <Badge wraps tone="warning">
          {t('refund_pending')}
        </Badge>
      )}
      {refundState === 'failed' && (
        <Badge wraps tone="danger">
          {t('refund_failed')}
        </Badge>
      )}
    </span>
  );
}
