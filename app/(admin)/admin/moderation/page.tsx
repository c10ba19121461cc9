import { ShieldCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { ListKeys } from '#components/admin/moderation/list-keys.tsx';
import { ModerationCaseList } from '#components/admin/moderation/moderation-cases.tsx';
import { ModerationFilter } from '#components/admin/moderation/moderation-filter.tsx';
import { moderationHref } from '#components/admin/moderation/moderation-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import { caseLists, reportedTypes } from '#lib/admin/moderation/values.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 20;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('moderation');
  return { title: t('title') };
}

export default async function ModerationPage({ searchParams }: PageProps<'/admin/moderation'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const status = caseLists.find((known) => known === asked.status) ?? 'open';
  const type = reportedTypes.find((known) => known === asked.type);
  const [{ t, texts }, { cases, nextCursor }] = await Promise.all([
    consoleTexts('moderation'),
    pageOrFirst(textOf(asked.cursor), (cursor) =>
      listCasesWithDetails(ctx, { status, entityType: type, limit: LIMIT, cursor }),
    ),
  ]);

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('title')}</h1>
        <CsvLink list="moderation" query={{ status, type }} />
      </div>
      <ModerationFilter status={status} type={type} />
      <ListKeys />
      {cases.length === 0 && (
        <EmptyState title={t(`empty_${status}`)} icon={<ShieldCheck aria-hidden />}>
          {t(`emptyText_${status}`)}
        </EmptyState>
      )}
      <ModerationCaseList key={`${status} ${type}`} cases={cases} texts={texts} />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => moderationHref({ status, type, cursor })}
        label={t('pages')}
        first={t('firstPage')}
        next={t('more')}
      />
    </main>
  );
}
