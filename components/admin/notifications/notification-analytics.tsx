import type { Route } from 'next';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type AnalyticsAnswer, type Period, periods } from '#lib/notifications/schemas/analytics.ts';

const periodWords: Readonly<Record<Period, string>> = { day: 'Today', week: '7 days', month: '30 days' };

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

type NotificationFiguresProps = {
  readonly figures: AnalyticsAnswer;
  readonly hrefOf: (period: Period) => Route;
};

/** Shows how many notifications were sent, read and delivered in a period. */
export function NotificationAnalytics({ figures, hrefOf }: NotificationFiguresProps) {
  const { period, totalSent, totalRead, readRate, byType, byPriority, deliveryStats } = figures;
  return (
    <section aria-labelledby="figures" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id="figures" className="text-xl">
          Statistics
        </h2>
        <nav aria-label="Period">
          <ChoiceLinks choices={periods} chosen={period} hrefOf={hrefOf} textOf={(choice) => periodWords[choice]} />
        </nav>
      </div>
      <Facts>
        <Fact name="Notifications">
          {totalSent} sent, {totalRead} read ({percent(readRate)})
        </Fact>
        <Fact name="Shown live">{deliveryStats.realTimeDelivered}</Fact>
        <Fact name="Pushes delivered">{deliveryStats.pushDelivered}</Fact>
        <Fact name="Emails delivered">{deliveryStats.emailDelivered}</Fact>
      </Facts>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Rates caption="By type" rates={byType} />
        <Rates caption="By priority" rates={byPriority} />
      </div>
    </section>
  );
}

type RatesProps = { readonly caption: string; readonly rates: AnalyticsAnswer['byType' | 'byPriority'] };

/**
 * Shows rates as a table of four short columns. The table fits a phone as it is; nine cards would push the deliveries
 * far down.
 */
function Rates({ caption, rates }: RatesProps) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {caption}
          </th>
          {['Sent', 'Read', 'Rate'].map((name) => (
            <th key={name} scope="col" className="py-2 ps-4 text-end font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {Object.entries(rates).map(([name, { sent, read, rate }]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {name}
            </th>
            <td className="py-2 ps-4 text-end">{sent}</td>
            <td className="py-2 ps-4 text-end">{read}</td>
            <td className="py-2 ps-4 text-end">{percent(rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
