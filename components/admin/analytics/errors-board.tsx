import { CircleCheck } from 'lucide-react';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { DayChart } from '#components/ui/chart/day-chart.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { type ErrorKind, errorKinds, OVERFLOW } from '#lib/admin/errors/values.ts';
import { MOST_USER_MARKS } from '#lib/admin/limits.ts';
import type { ErrorAnalytics, ErrorGroupView } from '#lib/admin/schemas/errors.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { analyticsHref } from './analytics-href.ts';
import { chartTexts } from './chart-texts.ts';

const kindTones = {
  client: 'primary',
  server: 'danger',
  csp: 'neutral',
  process: 'warning',
} as const satisfies Readonly<Record<ErrorKind, Tone>>;

type ErrorsBoardProps = {
  readonly figures: ErrorAnalytics;
  readonly kind: ErrorKind | undefined;
  readonly isFirst: boolean;
};

/** Shows the errors of the range: how many each day by kind, and their groups, the latest first. */
export async function ErrorsBoard({ figures, kind, isFirst }: ErrorsBoardProps) {
  const [{ t, texts }, { words, count, sumOf }] = await Promise.all([consoleTexts('analytics'), chartTexts()]);
  const { range, daily, groups, total, nextCursor } = figures;
  const days = daily.map(({ date }) => date);
  const kinds: readonly ErrorKind[] = kind ? [kind] : errorKinds;
  const sums = daily.map((day) => kinds.reduce((sum, name) => sum + day[name], 0));
  return (
    <>
      <nav aria-label={t('kinds')}>
        <ChoiceLinks
          choices={[undefined, ...errorKinds]}
          chosen={kind}
          hrefOf={(choice) => analyticsHref('errors', { range, kind: choice })}
          textOf={(choice) => (choice ? texts[`kind_${choice}`] : t('allKinds'))}
        />
      </nav>
      <DayChart
        title={t('errorsByDay')}
        summary={sumOf(t('errorsByDay'), days, sums)}
        words={words}
        days={days}
        series={kinds.map((name) => ({
          label: texts[`kind_${name}`],
          tone: kindTones[name],
          values: daily.map((day) => day[name]),
        }))}
        shape="bars"
        text={count}
      />
      <section aria-labelledby="groups" className="flex flex-col gap-4">
        <div>
          <h2 id="groups" className="text-lg">
            {t('groups')}
          </h2>
          <p className="text-sm text-muted">{t('groupsText', { count: total })}</p>
        </div>
        <DataTable
          caption={t('groups')}
          columns={await groupColumns()}
          rows={groups}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title={t('noErrors')} icon={<CircleCheck aria-hidden />}>
              {t('noErrorsText')}
            </EmptyState>
          }
        />
        <CursorPages
          isFirst={isFirst}
          nextCursor={nextCursor}
          hrefOf={(cursor) => analyticsHref('errors', { range, kind, cursor })}
          label={t('pages')}
          first={t('latest')}
          next={t('earlier')}
        />
      </section>
    </>
  );
}

async function groupColumns(): Promise<readonly Column<ErrorGroupView>[]> {
  const { t, texts, timeOf, locale } = await consoleTexts('analytics');
  const numbers = new Intl.NumberFormat(locale);
  const time = (at: string) => <time dateTime={at}>{timeOf(at)}</time>;
  return [
    {
      header: t('error'),
      breaksWords: true,
      cell: ({ name, message, path, lastRequestId }) => (
        <div className="flex flex-col">
          <span className="font-medium">{name === OVERFLOW ? t('overflow') : name}</span>
          {message && <span translate="no">{message}</span>}
          {path && (
            <span translate="no" className="text-sm text-muted">
              {path}
            </span>
          )}
          {lastRequestId && <span className="text-sm text-muted">{t('request', { id: lastRequestId })}</span>}
        </div>
      ),
    },
    {
      header: t('kind'),
      cell: ({ kind }) => (
        <Badge tone={kindTones[kind]} wraps>
          {texts[`kind_${kind}`]}
        </Badge>
      ),
    },
    { header: t('count'), isNumeric: true, cell: (group) => numbers.format(group.count) },
    {
      header: t('people'),
      isNumeric: true,
      cell: ({ users }) => (users >= MOST_USER_MARKS ? `${MOST_USER_MARKS}+` : numbers.format(users)),
    },
    { header: t('lastSeen'), cell: ({ lastSeenAt }) => time(lastSeenAt) },
    { header: t('firstSeen'), cell: ({ firstSeenAt }) => time(firstSeenAt) },
    { header: t('release'), cell: ({ release }) => release },
  ];
}
