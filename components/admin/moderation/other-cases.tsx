import { ReaderTime } from '#components/admin/console-reader.tsx';
import { personHref } from '#components/admin/people/people-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import type { CasePage } from '#lib/admin/moderation/case-page.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { caseHref } from './moderation-href.ts';

type OtherCasesProps = {
  readonly others: CasePage['others'];
  readonly ownerId: string | null;
  readonly texts: ConsoleTexts<'moderation'>;
  readonly locale: string;
};

/** Shows the other cases of the same owner with their verdicts, the latest report first. */
export function OtherCases({ others, ownerId, texts, locale }: OtherCasesProps) {
  const columns: readonly Column<ModerationCase>[] = [
    {
      header: texts.otherCase,
      breaksWords: true,
      href: ({ entityId }) => caseHref(entityId),
      cell: ({ entityType, title, excerpt }) => {
        const kind = texts[`type_${entityType}`];
        const what = entityType === 'product' ? title : excerpt;
        return what === '' ? kind : `${kind}: ${what}`;
      },
    },
    { header: texts.verdict, cell: ({ status }) => texts[`status_${status}`] },
    { header: texts.reason, breaksWords: true, cell: ({ reason }) => reason ?? '' },
    { header: texts.last, cell: ({ lastReportedAt }) => <ReaderTime at={lastReportedAt} /> },
  ];
  return (
    <section aria-labelledby="others" className="flex flex-col gap-3">
      <h2 id="others" className="text-lg">
        {texts.others}
      </h2>
      <p className="text-muted">
        {others.count === 0 ? texts.othersNone : fill(texts.cases, { count: others.count }, locale)}
      </p>
      <DataTable caption={texts.others} columns={columns} rows={others.cases} keyOf={({ entityId }) => entityId} />
      {ownerId !== null && others.count > others.cases.length && (
        <p>
          <Link href={personHref(ownerId, 'moderation')} className="underline underline-offset-4">
            {texts.othersAll}
          </Link>
        </p>
      )}
    </section>
  );
}
