import type { ReactNode } from 'react';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import type { NamedAct } from '#lib/admin/audit/audit-page.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { ActDetails } from './act-details.tsx';
import { actText, targetText } from './act-text.ts';
import { type AuditQuery, auditHref } from './audit-href.ts';

const tones: Readonly<Record<NamedAct['result'], Tone>> = { ok: 'neutral', denied: 'warning', error: 'danger' };

type ActTableProps = {
  readonly acts: readonly NamedAct[];
  /** The present filter. A link to an actor or a target narrows it. */
  readonly query: AuditQuery;
  readonly empty: ReactNode;
};

/** Shows acts, newest first. Each opens to what it changed. */
export async function ActTable({ acts, query, empty }: ActTableProps) {
  const { t, texts, momentOf } = await consoleTexts('audit');
  const columns: readonly Column<NamedAct>[] = [
    {
      header: t('at'),
      cell: ({ at }) => (
        <time dateTime={at} className="sm:whitespace-nowrap">
          {isTime(at) ? momentOf(at) : at}
        </time>
      ),
    },
    {
      header: t('who'),
      breaksWords: true,
      cell: ({ actorId, actorName }) =>
        actorId === null ? (
          <span className="text-muted">{t('system')}</span>
        ) : (
          <FilterLink href={auditHref({ ...query, cursor: undefined, actor: actorId })} name={actorName} id={actorId} />
        ),
    },
    {
      header: t('what'),
      breaksWords: true,
      cell: ({ action }) => (
        <FilterLink
          href={auditHref({ ...query, cursor: undefined, action })}
          name={actText(texts, action)}
          code={action}
          id={action}
        />
      ),
    },
    {
      header: t('about'),
      breaksWords: true,
      cell: ({ targetType, targetId }) => (
        <FilterLink
          href={auditHref({ ...query, cursor: undefined, target: targetId })}
          name={targetText(texts, targetType)}
          code={targetType}
          id={targetId}
        />
      ),
    },
    { header: t('result'), cell: ({ result }) => <Badge tone={tones[result]}>{t(`result_${result}`)}</Badge> },
    { header: t('details'), cell: (act) => <ActDetails act={act} /> },
  ];
  return <DataTable caption={t('caption')} columns={columns} rows={acts} keyOf={({ id }) => id} empty={empty} />;
}

type FilterLinkProps = {
  readonly href: ReturnType<typeof auditHref>;
  readonly name: string | null;
  /** What the name stands for. A code without words is its own name. */
  readonly code?: string;
  readonly id: string;
};

/** Shows a name over its id, which leads to the acts of that person or thing. */
const FilterLink = ({ href, name, code, id }: FilterLinkProps) => (
  <span className="flex flex-col">
    {name !== null && name !== id && <span translate={name === code ? 'no' : undefined}>{name}</span>}
    <Link href={href} translate="no" className="text-sm underline underline-offset-4">
      {id}
    </Link>
  </span>
);

/** A row that was changed by hand may hold any text as its time. */
const isTime = (at: string): boolean => !Number.isNaN(Date.parse(at));
