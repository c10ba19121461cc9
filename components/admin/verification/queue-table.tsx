import { BadgeCheck } from 'lucide-react';
import { statusTones } from '#components/account/verification/status-tones.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { QueueRow } from '#lib/admin/schemas/verification-views.ts';
import type { ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { distanceText, timeText } from '#lib/i18n/console/times.ts';
import { procedureHref, queueHref } from './verification-hrefs.ts';

type Written = {
  readonly texts: ConsoleTexts<'verification'>;
  readonly reader: Reader;
  readonly now: Date;
  /** The id of the person who reads. */
  readonly readerId: string;
};

const columnsOf = ({ texts, reader, now, readerId }: Written): readonly Column<QueueRow>[] => {
  const distance = (at: string) => (
    <time dateTime={at} title={timeText(at, reader)} className="sm:whitespace-nowrap">
      {distanceText(at, now, reader)}
    </time>
  );
  return [
    {
      header: texts.subject,
      breaksWords: true,
      href: ({ procedureNumber }) => procedureHref(procedureNumber),
      cell: ({ subjectName }) => subjectName || texts.nameless,
    },
    {
      header: texts.number,
      cell: ({ procedureNumber }) => <span className="sm:whitespace-nowrap">{procedureNumber}</span>,
    },
    { header: texts.kind, cell: ({ kind }) => texts[`kind_${kind}`] },
    {
      header: texts.status,
      cell: ({ status }) => (
        <Badge tone={statusTones[status]} wraps>
          {texts[`status_${status}`]}
        </Badge>
      ),
    },
    { header: texts.sent, cell: ({ submittedAt }) => distance(submittedAt) },
    {
      header: texts.due,
      cell: ({ slaDueAt, overdue }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {distance(slaDueAt)}
          {overdue && <Badge tone="danger">{texts.overdue}</Badge>}
        </span>
      ),
    },
    {
      header: texts.reviewer,
      breaksWords: true,
      cell: ({ claimedBy, claimedByName }) =>
        claimedBy === null ? (
          <span className="text-muted">{texts.nobody}</span>
        ) : (
          <Badge tone="accent" wraps>
            {claimedBy === readerId ? texts.you : claimedByName || texts.nameless}
          </Badge>
        ),
    },
    { header: texts.files, isNumeric: true, cell: ({ evidenceCount }) => evidenceCount },
  ];
};

type QueueTableProps = Written & { readonly rows: readonly QueueRow[]; readonly isFiltered: boolean };

/** Shows open procedures with how long each has waited and who reviews it. */
export const QueueTable = ({ rows, isFiltered, ...written }: QueueTableProps) => (
  <DataTable
    caption={written.texts.list}
    columns={columnsOf(written)}
    rows={rows}
    keyOf={({ procedureNumber }) => procedureNumber}
    empty={
      <EmptyState
        title={isFiltered ? written.texts.noneOfKind : written.texts.none}
        icon={<BadgeCheck aria-hidden />}
        action={
          isFiltered ? (
            <LinkButton href={queueHref()} look="secondary">
              {written.texts.showAll}
            </LinkButton>
          ) : undefined
        }
      >
        {written.texts.noneText}
      </EmptyState>
    }
  />
);
