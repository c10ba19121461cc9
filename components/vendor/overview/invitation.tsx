import type { ReactNode } from 'react';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

type InvitationProps = {
  readonly commissionBps: number;
  readonly returnDays: number;
  /** The way to the application. */
  readonly action: ReactNode;
};

const steps = [1, 2, 3] as const;

/** Shows what selling costs and how it works, to a person without a vendor. */
export async function Invitation({ commissionBps, returnDays, action }: InvitationProps) {
  const { t, locale } = await sellerTexts('overview');
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <>
      <header className="flex max-w-2xl flex-col items-start gap-3">
        <h1 className="text-3xl sm:text-4xl">{t('sellTitle')}</h1>
        <p className="text-lg text-muted">{t('sellText')}</p>
        <div className="mt-2">{action}</div>
      </header>
      <section aria-labelledby="terms" className="flex flex-col gap-4">
        <h2 id="terms" className="text-xl">
          {t('terms')}
        </h2>
        <dl className="grid max-w-3xl gap-4 sm:grid-cols-2">
          <Term name={t('commission')} value={rate.format(commissionBps / 10_000)} text={t('commissionText')} />
          <Term name={t('returns')} value={t('returnDays', { days: returnDays })} text={t('returnText')} />
        </dl>
      </section>
      <section aria-labelledby="steps" className="flex flex-col gap-4">
        <h2 id="steps" className="text-xl">
          {t('steps')}
        </h2>
        <ol className="grid gap-6 sm:grid-cols-3">
          {steps.map((step) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="flex size-8 shrink-0 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary tabular-nums"
              >
                {step}
              </span>
              <div>
                <h3 className="text-base font-medium">{t(`step_${step}`)}</h3>
                <p className="text-muted">{t(`stepText_${step}`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

const Term = ({ name, value, text }: { readonly name: string; readonly value: string; readonly text: string }) => (
  <div className="rounded-lg border border-line bg-surface p-5">
    <dt className="text-muted">{name}</dt>
    <dd className="mt-1">
      <span className="block text-3xl font-semibold tabular-nums">{value}</span>
      <span className="mt-1 block text-sm text-muted">{text}</span>
    </dd>
  </div>
);
