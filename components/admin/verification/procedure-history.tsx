import { statusTones } from '#components/account/verification/status-tones.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { ProcedureAnswer } from '#lib/admin/schemas/verification-views.ts';
import type { ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { momentText } from '#lib/i18n/console/times.ts';
import { fill } from '#lib/i18n/fill.ts';

type Event = ProcedureAnswer['events'][number];
type ProcedureHistoryProps = {
  readonly events: readonly Event[];
  readonly texts: ConsoleTexts<'verification'>;
  readonly reader: Reader;
};

/** Shows what has happened to a procedure, the latest first, with the words of each question and decision. */
export function ProcedureHistory({ events, texts, reader }: ProcedureHistoryProps) {
  const columns: readonly Column<Event>[] = [
    { header: texts.at, cell: ({ at }) => <time dateTime={at}>{momentText(at, reader)}</time> },
    { header: texts.act, cell: ({ action }) => texts[`act_${action}`] },
    {
      header: texts.status,
      cell: ({ to }) => (
        <Badge tone={statusTones[to]} wraps>
          {texts[`status_${to}`]}
        </Badge>
      ),
    },
    {
      header: texts.actor,
      breaksWords: true,
      cell: ({ actorId, actorName }) => (actorId === null ? texts.system : actorName || texts.nameless),
    },
    {
      header: texts.words,
      breaksWords: true,
      cell: ({ reason, note }) => (
        <>
          {reason}
          {note !== null && (
            <span className="block text-sm text-muted">{fill(texts.note, { note }, reader.locale)}</span>
          )}
          {reason === null && note === null && texts.empty}
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={texts.history}
      columns={columns}
      rows={events.toReversed()}
      keyOf={({ at, action }) => `${at} ${action}`}
    />
  );
}
