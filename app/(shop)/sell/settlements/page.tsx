import { Download } from 'lucide-react';
import type { Metadata } from 'next';
import { forbidden } from 'next/navigation';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { buttonClass } from '#components/ui/button-look.ts';
import { Pagination } from '#components/ui/pagination.tsx';
import { SettlementTable } from '#components/vendor/settlement-table.tsx';
import { SettlementTotals } from '#components/vendor/settlement-totals.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { payableBalances, vendorTotals } from '#lib/payments/books/vendor-settlements.ts';
import { listOwnSettlements } from '#lib/store/vendors/own-settlements.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('settlements');
  return { title: t('title'), robots: { index: false } };
}

export default async function SettlementsPage({ searchParams }: PageProps<'/sell/settlements'>) {
  const ctx = await pageContext('session');
  const vendor = await findOwnVendor(ctx);
  if (!vendor) forbidden();
  const { cursor } = await searchParams;
  const [{ t, go }, { settlements, nextCursor }, totals, payable] = await Promise.all([
    pageTexts('settlements'),
    pageOrFirst(textOf(cursor), (place) => listOwnSettlements(ctx, vendor.id, { limit: LIMIT, cursor: place })),
    vendorTotals(ctx, vendor.id),
    payableBalances(ctx, vendor.id),
  ]);

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
          <p className="text-muted">{t('of', { vendor: vendor.data.name })}</p>
        </div>
        {vendor.data.status === 'approved' && settlements.length > 0 && (
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
