import type { Metadata } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { settlementsCsvHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { PaymentsCrumbs } from '#components/admin/payments/payments-crumbs.tsx';
import type { PayoutCaution } from '#components/admin/settlements/payout-dialog.tsx';
import { PayoutSection } from '#components/admin/settlements/payout-section.tsx';
import { PayoutTable } from '#components/admin/settlements/payout-table.tsx';
import { SettlementFilter } from '#components/admin/settlements/settlement-filter.tsx';
import { SettlementTable } from '#components/admin/settlements/settlement-table.tsx';
import { SettlementTotals } from '#components/admin/settlements/settlement-totals.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { HOUR_MS } from '#lib/core/durations.ts';
import { before } from '#lib/core/time.ts';
import {
  latestPayouts,
  listPayable,
  listVendorSettlements,
  vendorTotals,
} from '#lib/payments/books/vendor-settlements.ts';
import { settlementStates } from '#lib/payments/values.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;
const PAYOUTS = 10;
/** How long after its confirmation an account is pointed out. */
const NEW_ACCOUNT_MS = 72 * HOUR_MS;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('settlements')).t('title') };
}

type Asked = PageProps<'/admin/payments/settlements/[vendorId]'>;

export default async function VendorSettlementsPage({ params, searchParams }: Asked) {
  const ctx = await pageContext('admin');
  const [named, asked] = await Promise.all([params, searchParams]);
  const vendorId = idOr404(named.vendorId);
  const vendor = await foundOr404(getVendor(ctx, vendorId));
  const cursor = textOf(asked.cursor);
  const state = settlementStates.find((known) => known === asked.state);
  const [{ t, texts }, money, page, totals, payable, payouts] = await Promise.all([
    consoleTexts('settlements'),
    consoleTexts('payments'),
    pageOrFirst(cursor, (place) => listVendorSettlements(ctx, { vendorId, state }, { limit: LIMIT, cursor: place })),
    vendorTotals(ctx, vendorId),
    listPayable(ctx, vendorId),
    latestPayouts(ctx, vendorId, PAYOUTS),
  ]);
  const { name, status, payoutPending, payoutConfirmedAt } = vendor.data;
  const caution: PayoutCaution = {
    isSuspended: status === 'suspended',
    isAccountAsked: payoutPending !== null,
    isAccountNew: payoutConfirmedAt !== null && payoutConfirmedAt > before(ctx.now(), NEW_ACCOUNT_MS),
  };

  return (
    <main id="content" className="flex flex-col gap-8">
      <PaymentsCrumbs crumbs={[{ label: money.t('accounts'), href: '/admin/payments/accounts' }, { label: name }]} />
      <h1 className="text-2xl break-words">{t('of', { name })}</h1>
      <SettlementTotals totals={totals} />
      <PayoutSection vendorId={vendorId} vendorName={name} caution={caution} texts={texts} payable={payable} />
      {payouts.length > 0 && <PayoutTable payouts={payouts} />}
      <section aria-labelledby="settlements" className="flex flex-col gap-4">
        <h2 id="settlements" className="text-lg">
          {t('sales')}
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <SettlementFilter vendorId={vendorId} state={state} />
          <LinkButton href={settlementsCsvHref(vendorId, state)} look="secondary" size="small" download>
            {t('csv')}
          </LinkButton>
        </div>
        <SettlementTable settlements={page.settlements} />
        <CursorPages
          isFirst={cursor === undefined}
          nextCursor={page.nextCursor}
          hrefOf={(place) => settlementsHref(vendorId, { state, cursor: place })}
        />
      </section>
    </main>
  );
}
