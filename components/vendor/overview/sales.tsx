import { DayChart } from '#components/ui/chart/day-chart.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { BestSeller } from '#lib/store/sales/best-sellers.ts';
import type { SaleDay } from '#lib/store/sales/sale-days.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

type SalesProps = {
  readonly vendorId: string;
  readonly days: readonly SaleDay[];
  readonly best: readonly BestSeller[];
};

/** Shows what a seller sold in thirty days: a chart for each currency, and the products that sold most. */
export async function Sales({ vendorId, days, best }: SalesProps) {
  const { t, locale, go } = await sellerTexts('overview');
  const currencies = [...new Set(days.flatMap(({ sums }) => Object.keys(sums)))].sort();
  const words = { locale, day: t('day'), asTable: t('asTable') };
  const numbers = new Intl.NumberFormat(locale);
  const columns: readonly Column<BestSeller>[] = [
    {
      header: t('product'),
      href: ({ id }) => go(`/sell/products/${id}`),
      cell: ({ title }) => title,
      breaksWords: true,
    },
    { header: t('sold'), isNumeric: true, cell: ({ sold30d }) => numbers.format(sold30d) },
  ];
  return (
    <section aria-labelledby="sales" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-col gap-1">
          <h2 id="sales" className="text-xl">
            {t('salesTitle')}
          </h2>
          <p className="text-muted">{t('salesText')}</p>
        </div>
        <LinkButton
          href={`/api/vendor/sales.csv?vendorId=${vendorId}`}
          look="secondary"
          size="small"
          lang={locale}
          prefetch={false}
          download
        >
          {t('salesCsv')}
        </LinkButton>
      </div>
      {currencies.length === 0 && <p className="rounded-lg bg-sunken p-4 text-muted">{t('noSales')}</p>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {currencies.map((currency) => {
          const values = days.map(({ sums }) => sums[currency] ?? 0);
          const money = (minor: number) => moneyText(minor, currency, locale);
          const total = money(values.reduce((sum, value) => sum + value, 0));
          return (
            <DayChart
              key={currency}
              title={t('sales', { currency })}
              summary={t('salesSummary', { currency, total })}
              words={words}
              days={days.map(({ date }) => date)}
              series={[{ label: t('sales', { currency }), tone: 'primary', values }]}
              shape="bars"
              text={money}
            />
          );
        })}
        {best.length > 0 && (
          <section aria-labelledby="best" className="flex min-w-0 flex-col gap-3">
            <h2 id="best" className="text-base">
              {t('bestTitle')}
            </h2>
            <DataTable caption={t('bestTitle')} columns={columns} rows={best} keyOf={({ id }) => id} />
          </section>
        )}
      </div>
    </section>
  );
}
