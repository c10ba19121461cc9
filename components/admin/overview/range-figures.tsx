import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { queryHref } from '#components/ui/query-href.ts';
import type { Compared, SalesCompared } from '#lib/admin/overview/sales-compared.ts';
import { type OverviewRange, overviewRanges } from '#lib/admin/overview/values.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type RangeFiguresProps = { readonly range: OverviewRange; readonly sales: SalesCompared };

/** Shows money and orders of the range beside the same number of days before it. */
export async function RangeFigures({ range, sales }: RangeFiguresProps) {
  const { t, locale } = await consoleTexts('overview');
  const { money, orders, newAccounts } = sales;
  const count = (figure: number) => new Intl.NumberFormat(locale).format(figure);
  const cards: readonly Card[] = [
    ...money.flatMap(({ currency, revenue, refunds, averageOrder }): readonly Card[] => {
      const text = (minor: number) => moneyText(minor, currency, locale);
      return [
        { name: t('revenue', { currency }), figure: revenue, text },
        { name: t('refunds', { currency }), figure: refunds, text, isBetterLow: true },
        { name: t('averageOrder', { currency }), figure: averageOrder, text },
      ];
    }),
    { name: t('orders'), figure: orders, text: count },
    { name: t('newAccounts'), figure: newAccounts, text: count },
  ];
  const day = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = day.formatRange(new Date(sales.from), new Date(sales.to));

  return (
    <section aria-labelledby="range-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="range-title" className="text-lg">
            {t('sales')}
          </h2>
          <p className="text-sm text-muted">{t('span', { span })}</p>
        </div>
        <nav aria-label={t('range')}>
          <ChoiceLinks
            choices={overviewRanges}
            chosen={range}
            hrefOf={(choice) => queryHref('/admin', { range: choice })}
            textOf={(choice) => t(`range_${choice}`)}
          />
        </nav>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {cards.map(({ name, figure, text, isBetterLow = false }) => (
          <li key={name} className="flex flex-col gap-1 rounded-lg border border-line p-4">
            <span className="text-sm text-muted">{name}</span>
            <span className="text-xl font-semibold tabular-nums">{text(figure.now)}</span>
            <span className="text-sm text-muted">
              {changeOf(figure) !== null && (
                <strong className={classNames('font-medium', toneOf(figure, isBetterLow))}>
                  {percentText(changeOf(figure) ?? 0, locale)}
                </strong>
              )}{' '}
              {t('before', { figure: text(figure.before) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Card = {
  readonly name: string;
  readonly figure: Compared;
  readonly text: (figure: number) => string;
  /** Whether a lower figure is the better one. */
  readonly isBetterLow?: boolean;
};

/** Returns the change as a share of the earlier figure; null when that is 0. */
const changeOf = ({ now, before }: Compared): number | null => (before === 0 ? null : (now - before) / before);

function toneOf(figure: Compared, isBetterLow: boolean): string {
  const change = changeOf(figure) ?? 0;
  if (change === 0) return 'text-muted';
  return change > 0 === isBetterLow ? 'text-danger' : 'text-success';
}

const percentText = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(
    share,
  );
