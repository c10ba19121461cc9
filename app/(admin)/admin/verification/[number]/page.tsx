import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { Quoted } from '#components/account/quoted.tsx';
import { statusTones } from '#components/account/verification/status-tones.ts';
import { answerLabel } from '#components/admin/verification/answer-words.ts';
import { EvidenceList } from '#components/admin/verification/evidence-list.tsx';
import { ProcedureAnswers } from '#components/admin/verification/procedure-answers.tsx';
import { ProcedureFacts } from '#components/admin/verification/procedure-facts.tsx';
import { ProcedureHistory } from '#components/admin/verification/procedure-history.tsx';
import { ReviewActions } from '#components/admin/verification/review-actions.tsx';
import { reviewedCaseOf } from '#components/admin/verification/reviewed-case.ts';
import { queueHref } from '#components/admin/verification/verification-hrefs.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { findProcedurePage } from '#lib/admin/verification/procedure-page.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export const generateMetadata = async ({ params }: PageProps<'/admin/verification/[number]'>) => ({
  title: `${(await params).number} · ${(await consoleTexts('verification')).t('title')}`,
});

export default async function ProcedurePage({ params }: PageProps<'/admin/verification/[number]'>) {
  const ctx = await pageContext('admin');
  const number = idOr404((await params).number);
  const [page, { texts, t, reader, timeOf }, common] = await Promise.all([
    foundOr404(findProcedurePage(ctx, number)),
    consoleTexts('verification'),
    consoleTexts('common'),
  ]);
  const crumbs = (
    <Breadcrumbs label={common.t('crumbs')} crumbs={[{ label: texts.title, href: queueHref() }, { label: number }]} />
  );
  if (page === 'own')
    return (
      <main id="content" className="flex flex-col gap-6">
        {crumbs}
        <EmptyState title={texts.own} action={<LinkButton href="/account/verification">{texts.ownOpen}</LinkButton>}>
          {texts.ownText}
        </EmptyState>
      </main>
    );

  const { procedure, events, reasonTexts } = page;
  const { kind, status, answers, evidence, infoRequest, decidedAt } = procedure;
  const written = { texts, reader, now: ctx.now() };
  return (
    <main id="content" className="flex flex-col gap-8">
      {crumbs}
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl wrap-anywhere">{procedure.subjectName || page.owner.name}</h1>
        <Badge>{texts[`kind_${kind}`]}</Badge>
        <Badge tone={statusTones[status]}>{texts[`status_${status}`]}</Badge>
      </header>
      <ReviewActions about={reviewedCaseOf(page, ctx.user.id, texts)} reasonTexts={reasonTexts} texts={texts} />
      <section aria-label={texts.facts}>
        <ProcedureFacts page={page} common={common.texts} readerId={ctx.user.id} {...written} />
      </section>
      {infoRequest && (
        <section aria-label={texts.question} className="flex flex-col gap-2">
          <Quoted title={texts.question} text={infoRequest.message} />
          <p className="text-sm text-muted">
            {t('answerBy', { at: timeOf(infoRequest.dueAt) })}
            {infoRequest.fields.length > 0 &&
              ` · ${t('about', { names: infoRequest.fields.map((name) => answerLabel(kind, name, texts)).join(', ') })}`}
          </p>
        </section>
      )}
      {kind !== 'manual' && (
        <>
          <section aria-labelledby="answers" className="flex flex-col gap-4">
            <h2 id="answers" className="text-lg">
              {texts.answers}
            </h2>
            <ProcedureAnswers kind={kind} answers={answers} {...written} />
          </section>
          <section aria-labelledby="evidence" className="flex flex-col gap-4">
            <h2 id="evidence" className="text-lg">
              {texts.evidence}
            </h2>
            {evidence.length > 0 && <p className="text-sm text-muted">{texts.evidenceNote}</p>}
            <EvidenceList
              number={number}
              files={evidence}
              texts={texts}
              empty={
                <p className="text-muted">
                  {decidedAt === null && kind === 'identity' ? texts.noFiles : texts.noFilesClosed}
                </p>
              }
            />
          </section>
        </>
      )}
      <section aria-labelledby="history" className="flex flex-col gap-4">
        <h2 id="history" className="text-lg">
          {texts.history}
        </h2>
        <ProcedureHistory events={events} texts={texts} reader={reader} />
      </section>
    </main>
  );
}
