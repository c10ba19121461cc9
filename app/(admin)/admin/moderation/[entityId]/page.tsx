import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { CaseSurroundings } from '#components/admin/moderation/case-context.tsx';
import { nameOf } from '#components/admin/moderation/case-words.ts';
import { ModerationCaseList } from '#components/admin/moderation/moderation-cases.tsx';
import { moderationHref } from '#components/admin/moderation/moderation-href.ts';
import { OtherCases } from '#components/admin/moderation/other-cases.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { readCase } from '#lib/admin/moderation/case-page.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export const generateMetadata = async () => ({ title: (await consoleTexts('moderation')).t('case') });

export default async function CasePage({ params }: PageProps<'/admin/moderation/[entityId]'>) {
  const ctx = await pageContext('admin');
  const entityId = idOr404((await params).entityId);
  const [page, { texts, t, locale }, common] = await Promise.all([
    foundOr404(readCase(ctx, entityId)),
    consoleTexts('moderation'),
    consoleTexts('common'),
  ]);
  const crumbsTo = (label: string) => (
    <Breadcrumbs label={common.t('crumbs')} crumbs={[{ label: texts.title, href: moderationHref() }, { label }]} />
  );
  if (page === 'own')
    return (
      <main id="content" className="flex flex-col gap-6">
        {crumbsTo(texts.case)}
        <EmptyState title={texts.own} action={<LinkButton href="/account/appeals">{texts.ownOpen}</LinkButton>}>
          {texts.ownText}
        </EmptyState>
      </main>
    );

  const { item, context, others } = page;
  const what = nameOf(item, texts);
  const isPrivate = item.entityType === 'message' || item.entityType === 'attachment';

  return (
    <main id="content" className="flex flex-col gap-6">
      {crumbsTo(what)}
      <h1 className="text-2xl wrap-anywhere">{t('caseOf', { what })}</h1>
      <ModerationCaseList cases={[item]} texts={texts} isPage />
      <section aria-labelledby="context" className="flex flex-col gap-3">
        <h2 id="context" className="text-lg">
          {texts.context}
        </h2>
        {context ? (
          <CaseSurroundings context={context} texts={texts} locale={locale} />
        ) : (
          <p className="text-muted">{isPrivate && item.status !== 'open' ? texts.contextClosed : texts.contextGone}</p>
        )}
      </section>
      <OtherCases others={others} ownerId={item.ownerId} texts={texts} locale={locale} />
    </main>
  );
}
