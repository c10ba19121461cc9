import type { Route } from 'next';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type AnalyticsAnswer, type Period, periods } from '#lib/notifications/schemas/analytics.ts';
import { notificationPriorities, notificationTypes } from '#lib/notifications/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

type NotificationFiguresProps = {
  readonly figures: AnalyticsAnswer;
  readonly hrefOf: (period: Period) => Route;
};

/** Shows how many notifications were sent, read and delivered in a period. */
export async function NotificationAnalytics({ figures, hrefOf }: NotificationFiguresProps) {
  const { t, locale } = await consoleTexts('notifications');
  const words = await clientTexts('notificationWords', locale);
  const rates = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const percent = (rate: number) => rates.format(rate);
  const { period, totalSent, totalRead, readRate, byType, byPriority, deliveryStats } = figures;
  return (
    <section aria-labelledby="figures" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id="figures" className="text-xl">
          {t('figures')}
        </h2>
        <nav aria-label={t('period')}>
          <ChoiceLinks choices={periods} chosen={period} hrefOf={hrefOf} textOf={(choice) => t(`period_${choice}`)} />
        </nav>
      </div>
      <Facts>
        <Fact name={t('title')}>{t('totals', { sent: totalSent, read: totalRead, rate: percent(readRate) })}</Fact>
        <Fact name={t('live')}>{deliveryStats.realTimeDelivered}</Fact>
        <Fact name={t('pushes')}>{deliveryStats.pushDelivered}</Fact>
        <Fact name={t('mails')}>{deliveryStats.emailDelivered}</Fact>
      </Facts>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Rates
          caption={t('byType')}
          rates={notificationTypes.map((type) => ({ name: words[type], ...byType[type] }))}
          percent={percent}
        />
        <Rates
          caption={t('byPriority')}
          rates={notificationPriorities.map((priority) => ({ name: words[priority], ...byPriority[priority] }))}
          percent={percent}
        />
      </div>
    </section>
  );
}

type RatesProps = {
  readonly caption: string;
  readonly rates: readonly {
    readonly name: string;
    readonly sent: number;
    readonly read: number;
    readonly rate: number;
  }[];
  readonly percent: (rate: number) => string;
};

/**
 * Shows rates as a table of four short columns. The table fits a phone as it is; nine cards would push the deliveries
 * far down.
 */
async function Rates({ caption, rates, percent }: RatesProps) {
  const { t } = await consoleTexts('notifications');
  return (
    <table className="w-full border-collapse text-xs sm:text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {caption}
          </th>
          {[t('sent'), t('read'), t('rate')].map((name) => (
            <th key={name} scope="col" className="py-2 ps-2 text-end sm:ps-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rates.map(({ name, sent, read, rate }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {name}
            </th>
            <td className="py-2 ps-2 text-end sm:ps-4">{sent}</td>
            <td className="py-2 ps-2 text-end sm:ps-4">{read}</td>
            <td className="py-2 ps-2 text-end sm:ps-4">{percent(rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
