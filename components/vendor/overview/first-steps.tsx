import { Circle, CircleCheck } from 'lucide-react';
import type { Route } from 'next';
import { Link } from '#components/ui/link.tsx';
import { type FirstStep, firstSteps } from '#lib/store/values.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

const pages: Readonly<Record<FirstStep, Route>> = {
  profile: '/sell/settings',
  delivery: '/sell/settings',
  product: '/sell/products/new',
  payout: '/sell/settings',
};

/** Shows what a new shop still needs, with a link to each open step. Shows nothing when all steps are done. */
export async function FirstSteps({ open }: { readonly open: readonly FirstStep[] }) {
  const { t, go } = await sellerTexts('overview');
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="first-steps" className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-steps" className="text-xl">
          {t('firstSteps')}
        </h2>
        <p className="text-muted">
          {t('firstDone', { done: firstSteps.length - open.length, all: firstSteps.length })}
        </p>
      </div>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {firstSteps.map((step) => {
          const isOpen = open.includes(step);
          const Icon = isOpen ? Circle : CircleCheck;
          return (
            <li key={step} className="flex gap-3">
              <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isOpen ? 'text-muted' : 'text-success'}`} />
              <div className="min-w-0">
                {isOpen ? (
                  <Link href={go(pages[step])} className="font-medium underline underline-offset-4">
                    {t(`first_${step}`)}
                  </Link>
                ) : (
                  <p className="font-medium">
                    {t(`first_${step}`)} <span className="sr-only">({t('firstIsDone')})</span>
                  </p>
                )}
                {isOpen && <p className="text-sm text-muted">{t(`firstText_${step}`)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
