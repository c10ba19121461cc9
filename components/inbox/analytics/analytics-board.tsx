import { spanText } from '#components/inbox/age-text.ts';
import { DayChart } from '#components/ui/chart/day-chart.tsx';
import type { EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import type { Intent } from '#lib/language/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { dollars, percent } from './figure-text.ts';
import { ModelTable } from './model-table.tsx';
import { ShareChart } from './share-chart.tsx';

/** Shows the figures of the inbox: mails, answers and response times, and the cost of the AI assistant. */
export async function AnalyticsBoard({ figures }: { readonly figures: EmailAnalytics }) {
  const [{ t, locale }, { t: inbox }] = await Promise.all([consoleTexts('figures'), consoleTexts('inbox')]);
  const span = (seconds: number) => spanText(seconds, inbox);
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { totals, response, draftSummary, taskSummary, dailyStats, costStats, threadSummary, channels } = figures;
  const days = dailyStats.map(({ date }) => date);
  const words = { locale, day: t('day'), asTable: t('asTable') };
  const chartOf = (title: string) => {
    const summary = t('chartByDay', { title });
    return { title, summary, words, days, shape: 'grouped' as const, text: String };
  };
  const daily = (name: Exclude<keyof (typeof dailyStats)[number], 'date'>) => dailyStats.map((day) => day[name]);
  const { sendUnknown, total: _total, editedShare, approvalRate, medianReviewSeconds, ...drafts } = draftSummary;
  const { total: _all, completionRate, medianCompletionHours, ...tasks } = taskSummary;
  return (
    <div className="flex flex-col gap-6">
      <FigureCards
        figures={[
          [t('fromPeople'), totals.inboundHuman, t('inTotal', { count: totals.inbound })],
          [t('replies'), totals.outbound, t('answered', { count: response.answeredThreads })],
          [
            t('firstReply'),
            orDash(response.medianFirstReplySeconds, span),
            response.p90FirstReplySeconds === null
              ? t('noReplies')
              : t('ninety', { span: span(response.p90FirstReplySeconds) }),
          ],
          [t('newThreads'), totals.newThreads, t('resolvedCount', { count: totals.resolvedThreads })],
          [
            t('approved'),
            orDash(approvalRate, percent),
            [
              editedShare !== null && t('edited', { share: percent(editedShare) }),
              medianReviewSeconds !== null && t('reviewed', { span: span(medianReviewSeconds) }),
            ]
              .filter(Boolean)
              .join(', ') || t('noneReviewed'),
          ],
          [
            t('tasksDone'),
            orDash(completionRate, percent),
            medianCompletionHours === null ? t('noData') : t('within', { span: span(medianCompletionHours * 3600) }),
          ],
          [
            t('bounced'),
            totals.bounces,
            `${t('complaints', { count: totals.complaints })}, ${t('unreadable', { count: totals.quarantined })}`,
          ],
          [
            t('mood'),
            orDash(figures.averageSentiment, (value) => number.format(value).replace('-', '−')),
            t('moodScale'),
          ],
        ]}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <DayChart
          {...chartOf(t('emails'))}
          series={[
            { label: t('label_people'), tone: 'primary', values: daily('inboundHuman') },
            { label: t('label_sent'), tone: 'accent', values: daily('outbound') },
            { label: t('label_bounced'), tone: 'danger', values: daily('bounces') },
          ]}
        />
        <DayChart
          {...chartOf(t('threads'))}
          series={[
            { label: t('label_new'), tone: 'accent', values: daily('newThreads') },
            { label: t('label_resolved'), tone: 'success', values: daily('resolvedThreads') },
          ]}
        />
        <ShareChart
          title={t('topics')}
          unit={t('emails')}
          shares={Object.entries(figures.intentDistribution).map(([intent, value]) => ({
            label: inbox(`intent_${intent as Intent}`), // the keys are the intents
            value,
          }))}
        />
        <div className="flex flex-col gap-6">
          <ShareChart
            title={t('mood')}
            unit={t('emails')}
            shares={namedShares(figures.sentimentDistribution, (name) => inbox(`mood_${name}`))}
            fill="fill-accent"
          />
          <ShareChart
            title={t('byStatus')}
            unit={t('threads')}
            shares={namedShares(threadSummary, (name) => inbox(`status_${name}`))}
          />
        </div>
        <ShareChart
          title={t('drafts')}
          unit={t('drafts')}
          shares={namedShares({ ...drafts, send_unknown: sendUnknown }, (name) => t(`draft_${name}`))}
        />
        <ShareChart
          title={t('tasks')}
          unit={t('tasks')}
          shares={namedShares(tasks, (name) => t(`task_${name}`))}
          fill="fill-accent"
        />
        <ShareChart
          title={t('byChannel')}
          unit={t('received')}
          shares={channels.map(({ name, inbound }) => ({ label: name, value: inbound }))}
        />
        <DayChart
          {...chartOf(t('cost'))}
          series={[{ label: t('dollars'), tone: 'primary', values: daily('costMicros') }]}
          text={dollars}
        />
      </div>
      <ModelTable cost={costStats} />
    </div>
  );
}

const orDash = <T,>(value: T | null, text: (value: T) => string): string => (value === null ? '–' : text(value));
const namedShares = <Name extends string>(counts: Readonly<Record<Name, number>>, labelOf: (name: Name) => string) =>
  (Object.keys(counts) as Name[]).map((name) => ({ label: labelOf(name), value: counts[name] })); // the keys are the names

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
