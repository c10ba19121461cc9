import { IdCard } from 'lucide-react';
import type { Metadata } from 'next';
import { getFormatter } from 'next-intl/server';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { AnswerButton } from '#components/account/verification/answer-button.tsx';
import { ApplyButton } from '#components/account/verification/apply-button.tsx';
import { EvidenceForm } from '#components/account/verification/evidence-form.tsx';
import { ProcedureCard } from '#components/account/verification/procedure-card.tsx';
import { WithdrawButton } from '#components/account/verification/withdraw-button.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { latestBirthDate } from '#lib/admin/verification/answers.ts';
import { listOwnProcedures } from '#lib/admin/verification/own-procedures.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { namedCountries } from '#lib/i18n/country-names.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;
const PATH = '/account/verification';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('verification');
  return { title: t('title'), robots: { index: false } };
}

export default async function VerificationPage({ searchParams }: PageProps<'/account/verification'>) {
  const ctx = await pageContext('session');
  const { cursor } = await searchParams;
  const [{ t, locale, go }, format, { procedures: all, nextCursor }, texts, problems] = await Promise.all([
    pageTexts('verification'),
    getFormatter(),
    pageOrFirst(textOf(cursor), (place) => listOwnProcedures(ctx, { limit: LIMIT, cursor: place })),
    clientTexts('verification'),
    clientTexts('verificationProblems'),
  ]);
  // The application to sell has a page of its own.
  const procedures = all.filter(({ kind }) => kind !== 'vendor');
  const timeOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const form = { countries: namedCountries(locale), latestBirthDate: latestBirthDate(ctx.now()) };
  const { isVerified, verifiedAt, status } = ctx.user;
  const isRestricted = status === 'restricted';
  const newest = cursor === undefined ? procedures : (await listOwnProcedures(ctx, { limit: LIMIT })).procedures;
  const latest = newest.find(({ kind }) => kind === 'identity');
  const retryAt = latest?.retryAt && ctx.now().toISOString() < latest.retryAt ? latest.retryAt : null;
  const hasOpen = latest !== undefined && latest.decidedAt === null;
  const apply = !isVerified && !isRestricted && !hasOpen && retryAt === null && (
    <ApplyButton {...{ form, texts, problems }} />
  );

  return (
    <main id="content" className="mx-auto flex w-full max-w-4xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <header className="flex flex-col gap-3">
        <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
        <p className="text-muted">{t('text')}</p>
      </header>
      {isVerified && (
        <Alert kind="success">
          {verifiedAt === null ? t('verified') : t('verifiedSince', { at: timeOf(verifiedAt) })}
        </Alert>
      )}
      {isRestricted && <Alert kind="warning">{t('restricted')}</Alert>}
      {!isVerified && retryAt !== null && <Alert>{t('retryAt', { at: timeOf(retryAt) })}</Alert>}
      {procedures.length === 0 ? (
        <EmptyState title={t('empty')} icon={<IdCard aria-hidden />} action={apply}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <section aria-labelledby="applications" className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="applications" className="text-xl">
              {t('list')}
            </h2>
            {apply}
          </div>
          {procedures.map((procedure) => (
            <ProcedureCard key={procedure.procedureNumber} procedure={procedure}>
              {!isRestricted && takesFiles(procedure.status) && procedure.kind !== 'manual' && (
                <EvidenceForm
                  procedureNumber={procedure.procedureNumber}
                  kind={procedure.kind}
                  mostBytes={mostUploadBytes(ctx.env)}
                  {...{ locale, texts, problems }}
                />
              )}
              {!isRestricted && procedure.decidedAt === null && (
                <div className="flex flex-wrap gap-3">
                  {procedure.infoRequest && (
                    <AnswerButton
                      procedure={procedure}
                      message={procedure.infoRequest.message}
                      fields={procedure.infoRequest.fields}
                      {...{ form, texts, problems }}
                    />
                  )}
                  <WithdrawButton procedureNumber={procedure.procedureNumber} {...{ texts, problems }} />
                </div>
              )}
            </ProcedureCard>
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

const takesFiles = (status: string): boolean => status === 'submitted' || status === 'info_requested';
