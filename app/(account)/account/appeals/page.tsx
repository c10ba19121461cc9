import { ShieldCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { AppealButton } from '#components/account/appeals/appeal-button.tsx';
import { CaseCard } from '#components/account/appeals/case-card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { findOwnCase, listOwnCases } from '#lib/admin/moderation/appeals.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;
const PATH = '/account/appeals';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('appeals');
  return { title: t('title'), robots: { index: false } };
}

/**
 * Shows what of the reader was taken down. A notification links to one case by the id of its entity; that case comes
 * first when it is not among those of the page.
 */
export default async function AppealsPage({ searchParams }: PageProps<'/account/appeals'>) {
  const ctx = await pageContext('session');
  const { cursor, case: asked } = await searchParams;
  const wanted = textOf(asked);
  const [{ t, locale, go }, { cases: listed, nextCursor }, named, texts, problems] = await Promise.all([
    pageTexts('appeals'),
    pageOrFirst(textOf(cursor), (place) => listOwnCases(ctx, { limit: LIMIT, cursor: place })),
    wanted === undefined ? null : findOwnCase(ctx, wanted),
    clientTexts('appeals'),
    clientTexts('appealProblems'),
  ]);
  const isListed = listed.some(({ entityId }) => entityId === named?.entityId);
  const cases = named === null || isListed ? listed : [named, ...listed];

  return (
    <main id="content" className="mx-auto flex w-full max-w-4xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <header className="flex flex-col gap-3">
        <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
        <p className="text-muted">{t('text')}</p>
      </header>
      {cases.length === 0 ? (
        <EmptyState title={t('empty')} icon={<ShieldCheck aria-hidden />}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <section aria-labelledby="cases" className="flex flex-col gap-5">
          <h2 id="cases" className="text-xl">
            {t('list')}
          </h2>
          {cases.map((own) => (
            <CaseCard key={own.entityId} own={own}>
              {own.canAppeal && <AppealButton entityId={own.entityId} {...{ locale, texts, problems }} />}
            </CaseCard>
          ))}
        </section>
      )}
      <Pagination
        label={t('pages')}
        first={cursor === undefined ? null : { href: go(PATH), label: t('first') }}
        next={nextCursor === null ? null : { href: go(`${PATH}?cursor=${nextCursor}`), label: t('next') }}
      />
    </main>
  );
}
