import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { type AnalyticsAnswer, type Period, periods } from '#lib/notifications/schemas/analytics.ts';
import { Fact, Facts } from './facts.tsx';

const periodWords: Readonly<Record<Period, string>> = { day: 'Today', week: '7 days', month: '30 days' };

const columns = (of: string) =>
  [
    { key: 'name', label: of },
    { key: 'sent', label: 'Sent', end: true },
    { key: 'read', label: 'Read', end: true },
    { key: 'rate', label: 'Rate', end: true },
  ] as const;

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

type NotificationFiguresProps = {
  readonly figures: AnalyticsAnswer;
  readonly hrefOf: (period: Period) => Parameters<typeof Link>[0]['href'];
};

/** What was sent, read and delivered in a period. */
export function NotificationFigures({ figures, hrefOf }: NotificationFiguresProps) {
  const { period, totalSent, totalRead, readRate, byType, byPriority, deliveryStats } = figures;
  return (
    <section aria-labelledby="figures" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id="figures" className="text-xl">
          Figures
        </h2>
        <nav aria-label="Period">
          <ul className="flex gap-4">
            {periods.map((one) => (
              <li key={one}>
                <Link
                  href={hrefOf(one)}
                  aria-current={one === period ? 'page' : undefined}
                  className={`flex min-h-11 items-center ${one === period ? 'font-semibold' : 'underline underline-offset-4'}`}
                >
                  {periodWords[one]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Facts>
        <Fact name="Notifications">
          {totalSent} sent, {totalRead} read ({percent(readRate)})
        </Fact>
        <Fact name="Told to open pages">{deliveryStats.realTimeDelivered}</Fact>
        <Fact name="Pushes taken">{deliveryStats.pushDelivered}</Fact>
        <Fact name="Mails taken">{deliveryStats.emailDelivered}</Fact>
      </Facts>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Rates caption="By type" rates={byType} />
        <Rates caption="By priority" rates={byPriority} />
      </div>
    </section>
  );
}

type RatesProps = { readonly caption: string; readonly rates: AnalyticsAnswer['byType' | 'byPriority'] };

function Rates({ caption, rates }: RatesProps) {
  return (
    <Table caption={caption} columns={columns(caption)}>
      {Object.entries(rates).map(([name, { sent, read, rate }]) => (
        <Row key={name}>
          <Cell label={caption}>{name}</Cell>
          <Cell label="Sent" end>
            {sent}
          </Cell>
          <Cell label="Read" end>
            {read}
          </Cell>
          <Cell label="Rate" end>
            {percent(rate)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
