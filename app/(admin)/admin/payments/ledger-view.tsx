import { Wallet } from 'lucide-react';
import { ledgerHref } from '#components/admin/payments/money-hrefs.ts';
import { PaymentFilter } from '#components/admin/payments/payment-filter.tsx';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import type { LedgerPage } from '#lib/payments/schemas/payments-admin.ts';

type Filter = Readonly<Partial<Record<'purpose' | 'processor' | 'status', string | undefined>>>;
type LedgerViewProps = { readonly filter: Filter; readonly page: LedgerPage; readonly isFirst: boolean };

/** Renders the ledger with its filter, page by page. */
export function LedgerView({ filter, page, isFirst }: LedgerViewProps) {
  const { payments, nextCursor } = page;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PaymentFilter purpose={filter.purpose} processor={filter.processor} status={filter.status} />
      {payments.length === 0 ? (
        <EmptyState
          title="No payments"
          icon={<Wallet aria-hidden />}
          action={
            isFiltered && (
              <LinkButton href="/admin/payments" look="secondary">
                Show all payments
              </LinkButton>
            )
          }
        >
          {isFiltered ? 'No payments match this filter.' : 'The first payment will appear here.'}
        </EmptyState>
      ) : (
        <PaymentTable caption="Payments, newest first" payments={payments} />
      )}
      <Pagination
        label="Pages"
        first={isFirst ? null : { href: ledgerHref(filter), label: 'Newest' }}
        next={nextCursor === null ? null : { href: ledgerHref({ ...filter, cursor: nextCursor }), label: 'Older' }}
      />
    </>
  );
}
