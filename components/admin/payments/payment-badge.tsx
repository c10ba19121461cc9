import { Badge } from '#components/ui/badge.tsx';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { statusTones } from './payment-words.ts';

/** Shows the status of a payment and of its refund, if one is pending or has failed. */
export function PaymentBadge({ status, refundState }: Pick<LedgerView, 'status' | 'refundState'>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={statusTones[status]}>{status}</Badge>
      {refundState === 'pending' && <Badge tone="warning">refund pending</Badge>}
      {refundState === 'failed' && <Badge tone="danger">refund failed</Badge>}
    </span>
  );
}
