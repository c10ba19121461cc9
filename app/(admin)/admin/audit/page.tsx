import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { ActTable } from '#components/admin/audit/act-table.tsx';
import { ActorChoice } from '#components/admin/audit/actor-choice.tsx';
import { AUDIT, auditHref } from '#components/admin/audit/audit-href.ts';
import { SealBanner } from '#components/admin/audit/seal-banner.tsx';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { actsQueryOf } from '#lib/admin/audit/act-filter.ts';
import { listNamedActs, sealStatus } from '#lib/admin/audit/audit-page.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { auditResults } from '#lib/audit/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('audit');
  return { title: t('title') };
}

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const cursor = textOf(asked.cursor);
  const query = actsQueryOf(asked);
  const [{ t, momentOf }, status, { acts, nextCursor, searchedBackTo, candidates }] = await Promise.all([
    consoleTexts('audit'),
    sealStatus(ctx),
    pageOrFirst(cursor, (place) => listNamedActs(ctx, query, { limit: LIMIT, cursor: place })),
  ]);
  const isFiltered = Object.keys(query).length > 0;

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('title')}</h1>
        <CsvLink list="audit" query={query} />
      </div>
      <SealBanner status={status} />
      <TableFilter
        action={AUDIT}
        query={query}
        fields={[
          { kind: 'text', name: 'actor', label: t('actor'), maxLength: 320 },
          { kind: 'text', name: 'target', label: t('target'), maxLength: 128 },
          { kind: 'text', name: 'action', label: t('action'), maxLength: 60 },
          {
            ...{ kind: 'select', name: 'result', label: t('result') },
            options: auditResults.map((result) => [result, t(`result_${result}`)]),
          },
          { kind: 'date', name: 'from', label: t('from') },
          { kind: 'date', name: 'to', label: t('to') },
        ]}
        label={t('filter')}
        any={t('any')}
        submit={t('show')}
      />
      {(acts.length > 0 || searchedBackTo === null) && (
        <ActTable
          acts={acts}
          query={query}
          empty={
            <EmptyState
              title={t('empty')}
              icon={<ScrollText aria-hidden />}
              action={
                isFiltered && (
                  <LinkButton href={AUDIT} look="secondary">
                    {t('clear')}
                  </LinkButton>
                )
              }
            >
              {candidates !== null ? (
                <ActorChoice candidates={candidates} query={query} />
              ) : isFiltered ? (
                t('noMatch')
              ) : (
                t('emptyText')
              )}
            </EmptyState>
          }
        />
      )}
      {searchedBackTo !== null && <p>{t('searched', { at: momentOf(searchedBackTo) })}</p>}
      <CursorPages
        isFirst={cursor === undefined}
        nextCursor={nextCursor}
        hrefOf={(place) => auditHref({ ...query, cursor: place })}
        label={t('pages')}
        first={t('first')}
        next={searchedBackTo === null ? t('older') : t('continue')}
      />
    </main>
  );
}
