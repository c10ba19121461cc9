import { spanText } from '#components/inbox/age-text.ts';
import { counted, intentWords, plain } from '#components/inbox/inbox-words.ts';
import type { EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import { DayChart } from './day-chart.tsx';
import { dollars, percent } from './figure-text.ts';
import { ModelTable } from './model-table.tsx';
import { ShareChart } from './share-chart.tsx';

/** Shows the figures of the inbox: mails, answers and response times, and the cost of the AI assistant. */
export function AnalyticsBoard({ figures }: { readonly figures: EmailAnalytics }) {
  const { totals, response, draftSummary, taskSummary, dailyStats, costStats, threadSummary, channels } = figures;
  const days = dailyStats.map(({ date }) => date);
  const daily = (name: Exclude<keyof (typeof dailyStats)[number], 'date'>) => dailyStats.map((day) => day[name]);
  const { sendUnknown, total: _total, editedShare, approvalRate, medianReviewSeconds, ...drafts } = draftSummary;
  const { total: _all, completionRate, medianCompletionHours, ...tasks } = taskSummary;
  return (
    <div className="flex flex-col gap-6">
      <FigureCards
        figures={[
          ['Emails from people', totals.inboundHuman, `${totals.inbound} in total`],
          ['Replies', totals.outbound, `${counted(response.answeredThreads, 'thread')} answered`],
          [
            'First reply',
            orDash(response.medianFirstReplySeconds, spanText),
            response.p90FirstReplySeconds === null
              ? 'no replies yet'
              : `90% within ${spanText(response.p90FirstReplySeconds)}`,
          ],
          ['New threads', totals.newThreads, `${totals.resolvedThreads} resolved`],
          [
            'Drafts approved',
            orDash(approvalRate, percent),
            [
              editedShare !== null && `${percent(editedShare)} edited`,
              medianReviewSeconds !== null && `reviewed within ${spanText(medianReviewSeconds)}`,
            ]
              .filter(Boolean)
              .join(', ') || 'none reviewed',
          ],
          [
            'Tasks completed',
            orDash(completionRate, percent),
            medianCompletionHours === null ? 'no data yet' : `within ${spanText(medianCompletionHours * 3600)}`,
          ],
          ['Bounced', totals.bounces, `${counted(totals.complaints, 'complaint')}, ${totals.quarantined} unreadable`],
          [
            'Mood',
            orDash(figures.averageSentiment, (value) => value.toFixed(2).replace('-', '−')),
            'from −1 (unhappy) to 1 (happy)',
          ],
        ]}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <DayChart
          title="Emails"
          days={days}
          series={[
            { label: 'from people', fill: 'fill-primary', values: daily('inboundHuman') },
            { label: 'sent', fill: 'fill-accent', values: daily('outbound') },
            { label: 'bounced', fill: 'fill-danger', values: daily('bounces') },
          ]}
        />
        <DayChart
          title="Threads"
          days={days}
          series={[
            { label: 'new', fill: 'fill-accent', values: daily('newThreads') },
            { label: 'resolved', fill: 'fill-success', values: daily('resolvedThreads') },
          ]}
        />
        <ShareChart
          title="Topics"
          unit="Emails"
          shares={Object.entries(figures.intentDistribution).map(([intent, value]) => ({
            label: intentWords[intent as keyof typeof intentWords] ?? intent, // the keys are the intents
            value,
          }))}
        />
        <div className="flex flex-col gap-6">
          <ShareChart
            title="Mood"
            unit="Emails"
            shares={namedShares(figures.sentimentDistribution)}
            fill="fill-accent"
          />
          <ShareChart title="Threads by status" unit="Threads" shares={namedShares(threadSummary)} />
        </div>
        <ShareChart
          title="Drafts"
          unit="Drafts"
          shares={Object.entries({ ...drafts, send_unknown: sendUnknown }).map(([status, value]) => ({
            label: plain(status),
            value,
          }))}
        />
        <ShareChart title="Tasks" unit="Tasks" shares={namedShares(tasks)} fill="fill-accent" />
        <ShareChart
          title="By channel"
          unit="Emails received"
          shares={channels.map(({ name, inbound }) => ({ label: name, value: inbound }))}
        />
        <DayChart
          title="AI cost"
          days={days}
          series={[{ label: 'US dollars', fill: 'fill-primary', values: daily('costMicros') }]}
          text={dollars}
        />
      </div>
      <ModelTable cost={costStats} />
    </div>
  );
}

const orDash = <T,>(value: T | null, text: (value: T) => string): string => (value === null ? '–' : text(value));
const namedShares = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, value]) => ({ label: plain(name), value }));

type Figure = readonly [name: string, value: string | number, note: string];

/** Shows the most important figures. */
const FigureCards = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    {figures.map(([name, value, note]) => (
      <div key={name} className="flex flex-col rounded-lg border border-line bg-surface p-4">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
        <dd className="text-sm text-muted">{note}</dd>
      </div>
    ))}
  </dl>
);
