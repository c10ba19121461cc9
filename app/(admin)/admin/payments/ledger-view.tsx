import { Wallet } from 'lucide-react';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { ledgerHref } from '#components/admin/payments/money-hrefs.ts';
import { PaymentFilter, type PaymentQuery } from '#components/admin/payments/payment-filter.tsx';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { LedgerPage } from '#lib/payments/schemas/payments-admin.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type LedgerViewProps = { readonly filter: PaymentQuery; readonly page: LedgerPage; readonly isFirst: boolean };

/** Renders the ledger with its filter, page by page. */
export async function LedgerView({ filter, page, isFirst }: LedgerViewProps) {
  const { t } = await consoleTexts('payments');
  const { payments, nextCursor } = page;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <div className="self-end">
        <CsvLink list="payments" query={filter} />
      </div>
      <PaymentFilter query={filter} />
      <PaymentTable
        caption={t('list')}
        payments={payments}
        empty={
          <EmptyState
            title={t('none')}
            icon={<Wallet aria-hidden />}
            action={
              isFiltered && (
                <LinkButton href="/admin/payments" look="secondary">
                  {t('showAll')}
                </LinkButton>
              )
            }
          >
            {isFiltered ? t('noMatch') : t('noneText')}
          </EmptyState>
        }
      />
      <CursorPages isFirst={isFirst} nextCursor={nextCursor} hrefOf={(cursor) => ledgerHref({ ...filter, cursor })} />
    </>
  );
}
