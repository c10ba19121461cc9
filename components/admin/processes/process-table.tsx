import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { ProcessHealth, ProcessStatus } from '#lib/admin/processes/process-status.ts';
import type { ProcessRunStatus } from '#lib/admin/processes/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const tones: Readonly<Record<ProcessRunStatus, Tone>> = {
  running: 'accent',
  succeeded: 'success',
  partial: 'warning',
  failed: 'danger',
  timed_out: 'warning',
};

/** The health that gets a badge of its own beside the status of the last run, which does not say enough. */
const isTrouble = (health: ProcessHealth): health is 'late' | 'failing' => health === 'late' || health === 'failing';

/** Shows the scheduled processes and the result of each last run. */
export async function ProcessTable({ stands }: { readonly stands: readonly ProcessStatus[] }) {
  const { t, texts } = await consoleTexts('processes');
  const names: Readonly<Record<string, string>> = texts;
  const columns: readonly Column<ProcessStatus>[] = [
    {
      header: t('process'),
      cell: ({ id, name, description, lastGoodAt }) => (
        <>
          <span className="font-medium">{names[`name_${id}`] ?? name}</span>
          <span className="block text-sm text-muted">{names[`about_${id}`] ?? description}</span>
          {lastGoodAt !== undefined && <LastGood at={lastGoodAt} />}
        </>
      ),
    },
    {
      header: t('lastRun'),
      cell: ({ last, health }) =>
        last ? (
          <>
            <span className="flex flex-wrap gap-1">
              <Badge tone={tones[last.status]}>{t(`run_${last.status}`)}</Badge>
              {isTrouble(health) && <Badge tone="danger">{t(`trouble_${health}`)}</Badge>}
            </span>
            <ReaderTime at={last.startedAt} className="block text-sm text-muted sm:whitespace-nowrap" />
          </>
        ) : (
          <span className="text-muted">{t('notYet')}</span>
        ),
    },
    {
      header: t('result'),
      cell: ({ last }) => (last ? <Done {...last} /> : <span className="text-muted">{t('nothing')}</span>),
    },
    {
      header: t('nextRun'),
      cell: ({ nextDueAt, health }) =>
        nextDueAt ? (
          <>
            {health === 'late' && <span className="block text-sm text-danger">{t('overdue')}</span>}
            <ReaderTime at={nextDueAt} className="sm:whitespace-nowrap" />
          </>
        ) : (
          t('manual')
        ),
    },
  ];
  return <DataTable caption={t('list')} columns={columns} rows={stands} keyOf={({ id }) => id} />;
}

async function LastGood({ at }: { readonly at: string | null }) {
  const { t } = await consoleTexts('processes');
  return at === null ? (
    <span className="block text-sm text-danger">{t('noBackup')}</span>
  ) : (
    <span className="block text-sm">
      {t('lastBackup')} <ReaderTime at={at} />
    </span>
  );
}

/** A run shorter than this is shown without its duration. */
const SHORT_MS = 100;

async function Done({ counts, durationMs, errorMessage }: NonNullable<ProcessStatus['last']>) {
  const { t, locale } = await consoleTexts('processes');
  const { done, failed } = counts;
  const parts = [done > 0 && t('done', { count: done }), failed > 0 && t('failed', { count: failed })].filter(Boolean);
  const took =
    durationMs !== null && durationMs >= SHORT_MS
      ? ` ${t('took', { seconds: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(durationMs / 1000) })}`
      : '';
  return (
    <>
      <span className={classNames('tabular-nums sm:whitespace-nowrap', parts.length === 0 && 'text-muted')}>
        {parts.length === 0 ? t('idle') : `${parts.join(', ')}${took}`}
      </span>
      {errorMessage && (
        <span lang="en" className="block text-sm wrap-anywhere text-danger">
          {errorMessage}
        </span>
      )}
    </>
  );
}
