import { ReaderTime } from '#components/admin/console-reader.tsx';
import { plainWords } from '#components/admin/notifications/delivery-words.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { ProcessHealth, ProcessStatus } from '#lib/admin/processes/process-status.ts';
import type { ProcessRunStatus } from '#lib/admin/processes/values.ts';

const tones: Readonly<Record<ProcessRunStatus, Tone>> = {
  running: 'accent',
  succeeded: 'success',
  partial: 'warning',
  failed: 'danger',
  timed_out: 'warning',
};

/** The badge beside the status of the last run, when the status alone is not enough. */
const troubles: Readonly<Partial<Record<ProcessHealth, string>>> = { late: 'late', failing: 'failing' };

const columns: readonly Column<ProcessStatus>[] = [
  {
    header: 'Process',
    cell: ({ name, description, lastGoodAt }) => (
      <>
        <span className="font-medium">{name}</span>
        <span className="block text-sm text-muted">{description}</span>
        {lastGoodAt !== undefined && <LastGood at={lastGoodAt} />}
      </>
    ),
  },
  {
    header: 'Last run',
    cell: ({ last, health }) =>
      last ? (
        <>
          <span className="flex flex-wrap gap-1">
            <Badge tone={tones[last.status]}>{plainWords(last.status)}</Badge>
            {troubles[health] && <Badge tone="danger">{troubles[health]}</Badge>}
          </span>
          <ReaderTime at={last.startedAt} className="block text-sm text-muted sm:whitespace-nowrap" />
        </>
      ) : (
        <span className="text-muted">not yet</span>
      ),
  },
  { header: 'Result', cell: ({ last }) => (last ? <Done {...last} /> : <span className="text-muted">nothing</span>) },
  {
    header: 'Next run',
    cell: ({ nextDueAt, health }) =>
      nextDueAt ? (
        <>
          {health === 'late' && <span className="block text-sm text-danger">overdue since</span>}
          <ReaderTime at={nextDueAt} className="sm:whitespace-nowrap" />
        </>
      ) : (
        'manual'
      ),
  },
];

/** Shows the scheduled processes and the result of each last run. */
export const ProcessTable = ({ stands }: { readonly stands: readonly ProcessStatus[] }) => (
  <DataTable caption="Processes, failed and late first" columns={columns} rows={stands} keyOf={({ id }) => id} />
);

const LastGood = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span className="block text-sm text-danger">No successful backup yet</span>
  ) : (
    <span className="block text-sm">
      Last successful backup: <ReaderTime at={at} />
    </span>
  );

/** A run shorter than this is shown without its duration. */
const SHORT_MS = 100;

function Done({ counts: { done, failed }, durationMs, errorMessage }: NonNullable<ProcessStatus['last']>) {
  const parts = [done > 0 && `${done} done`, failed > 0 && `${failed} failed`].filter(Boolean);
  const took = durationMs !== null && durationMs >= SHORT_MS ? ` in ${(durationMs / 1000).toFixed(1)} s` : '';
  return (
    <>
      <span className={classNames('tabular-nums sm:whitespace-nowrap', parts.length === 0 && 'text-muted')}>
        {parts.length === 0 ? 'nothing to do' : `${parts.join(', ')}${took}`}
      </span>
      {errorMessage && <span className="block text-sm wrap-anywhere text-danger">{errorMessage}</span>}
    </>
  );
}
