import type { Metadata } from 'next';
import { textOf } from '#app/page-or-first.ts';
import { EvidenceForm } from '#components/account/verification/evidence-form.tsx';
import { ProcedureCard } from '#components/account/verification/procedure-card.tsx';
import { WithdrawButton } from '#components/account/verification/withdraw-button.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { ApplyForm } from '#components/vendor/apply/apply-form.tsx';
import { VendorAnswerButton } from '#components/vendor/apply/vendor-answer-button.tsx';
import { listOwnProcedures } from '#lib/admin/verification/own-procedures.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { namedCountries } from '#lib/i18n/country-names.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

/** A person applies a few times in their life, so that one page shows all of it. */
const LIMIT = 100;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('apply');
  return { title: t('title') };
}

export default async function ApplyPage({ searchParams }: PageProps<'/sell/apply'>) {
  const ctx = await pageContext('session');
  const [{ t, texts, locale, timeOf, go }, { texts: problems }, { procedures }, vendor, verification, refusals, asked] =
    await Promise.all([
      sellerTexts('apply'),
      sellerTexts('problems'),
      listOwnProcedures(ctx, { limit: LIMIT }),
      findOwnVendor(ctx),
      clientTexts('verification'),
      clientTexts('verificationProblems'),
      searchParams,
    ]);
  const own = procedures.filter(({ kind }) => kind === 'vendor');
  const [latest] = own;
  const isRestricted = ctx.user.status === 'restricted';
  const wasApproved = vendor?.data.status === 'approved' || vendor?.data.status === 'suspended';
  const isOpen = latest !== undefined && latest.decidedAt === null;
  const retryAt = latest?.retryAt && ctx.now().toISOString() < latest.retryAt ? latest.retryAt : null;
  const mayApply = !isRestricted && !wasApproved && !isOpen && retryAt === null;
  const countries = namedCountries(locale);
  const mostBytes = mostUploadBytes(ctx.env);
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });

  return (
    <main id="content" className="flex flex-col gap-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">{t('title')}</h1>
        {mayApply && <p className="text-muted">{t('text')}</p>}
      </header>
      {isRestricted && <Alert kind="warning">{t('restricted')}</Alert>}
      {retryAt !== null && <Alert>{t('retryAt', { at: timeOf(retryAt) })}</Alert>}
      {isOpen && textOf(asked.files) === 'failed' && <Alert kind="warning">{t('filesFailed')}</Alert>}
      {wasApproved && (
        <Alert kind="success" action={<LinkButton href={go('/sell')}>{t('toShop')}</LinkButton>}>
          {t('approved')}
        </Alert>
      )}
      {mayApply && (
        <ApplyForm
          userId={ctx.user.id}
          countries={countries}
          answers={{ contactEmail: ctx.user.email, ...latest?.answers }}
          mostBytes={mostBytes}
          terms={t('terms', {
            rate: rate.format(ctx.env.STORE_COMMISSION_BPS / 10_000),
            days: ctx.env.STORE_RETURN_DAYS,
          })}
          texts={texts}
        />
      )}
      {own.length > 0 && (
        <section aria-labelledby="applications" className="flex max-w-3xl flex-col gap-5">
          <h2 id="applications" className="text-lg">
            {t('history')}
          </h2>
          {own.map((procedure) => (
            <ProcedureCard key={procedure.procedureNumber} procedure={procedure}>
              {!isRestricted && (procedure.status === 'submitted' || procedure.status === 'info_requested') && (
                <EvidenceForm
                  procedureNumber={procedure.procedureNumber}
                  kind="vendor"
                  {...{ mostBytes, locale }}
                  texts={verification}
                  problems={refusals}
                />
              )}
              {!isRestricted && procedure.decidedAt === null && (
                <div className="flex flex-wrap gap-3">
                  {procedure.infoRequest && (
                    <VendorAnswerButton
                      procedure={procedure}
                      message={procedure.infoRequest.message}
                      fields={procedure.infoRequest.fields}
                      {...{ countries, texts, problems }}
                    />
                  )}
                  <WithdrawButton
                    procedureNumber={procedure.procedureNumber}
                    texts={verification}
                    problems={refusals}
                  />
                </div>
              )}
            </ProcedureCard>
          ))}
        </section>
      )}
    </main>
  );
}
