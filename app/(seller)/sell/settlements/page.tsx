import { Download } from 'lucide-react';
import type { Metadata } from 'next';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { buttonClass } from '#components/ui/button-look.ts';
import { Pagination } from '#components/ui/pagination.tsx';
import { PayoutTable } from '#components/vendor/settlements/payout-table.tsx';
import { SettlementTable } from '#components/vendor/settlements/settlement-table.tsx';
import { SettlementTotals } from '#components/vendor/settlements/settlement-totals.tsx';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { latestPayouts, payableBalances, vendorTotals } from '#lib/payments/books/vendor-settlements.ts';
import { listOwnSettlements } from '#lib/store/vendors/own-settlements.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;
const PAYOUTS = 12;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('settlements');
  return { title: t('title') };
}

export default async function SettlementsPage({ searchParams }: PageProps<'/sell/settlements'>) {
  const { ctx, vendor } = await sellerPage();
  const { cursor } = await searchParams;
  const [{ t, go }, { settlements, nextCursor }, totals, payable, payouts] = await Promise.all([
    pageTexts('settlements'),
    pageOrFirst(textOf(cursor), (place) => listOwnSettlements(ctx, vendor.id, { limit: LIMIT, cursor: place })),
    vendorTotals(ctx, vendor.id),
    payableBalances(ctx, vendor.id),
    latestPayouts(ctx, vendor.id, PAYOUTS),
  ]);

  return (
    <main id="content" className="flex w-full grow flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-col gap-2">
          <h1 className="text-3xl">{t('title')}</h1>
          <p className="text-muted">{t('of', { vendor: vendor.data.name })}</p>
        </div>
        {settlements.length > 0 && (
          <a href="/api/vendor/settlements.csv" download className={buttonClass({ look: 'secondary' })}>
            <Download aria-hidden className="size-4" />
            {t('download')}
          </a>
        )}
      </div>
      <SettlementTotals
        totals={totals}
        payable={payable}
        mainCurrency={MAIN_CURRENCY}
        returnDays={ctx.env.STORE_RETURN_DAYS}
      />
      {payouts.length > 0 && (
        <section aria-labelledby="payouts" className="flex flex-col gap-4">
          <h2 id="payouts" className="text-lg">
            {t('payouts')}
          </h2>
          <PayoutTable
            payouts={payouts.map(({ id, amountMinor, currency, bankReference, createdAt, settlementIds }) => ({
              ...{ id, amountMinor, currency, bankReference, createdAt, sales: settlementIds.length },
            }))}
          />
        </section>
      )}
      <section aria-labelledby="sales" className="flex flex-col gap-4">
        <h2 id="sales" className="text-lg">
          {t('sales')}
        </h2>
        <SettlementTable settlements={settlements} />
        <Pagination
          label={t('pages')}
          first={cursor === undefined ? null : { href: go('/sell/settlements'), label: t('first') }}
          next={nextCursor === null ? null : { href: go(`/sell/settlements?cursor=${nextCursor}`), label: t('next') }}
        />
      </section>
    </main>
  );
}
