import type { Metadata } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { BackToMail } from '#components/admin/back-to-mail.tsx';
import { PaymentActions } from '#components/admin/payments/payment-actions.tsx';
import { PaymentFacts } from '#components/admin/payments/payment-facts.tsx';
import { PaymentTimeline } from '#components/admin/payments/payment-timeline.tsx';
import { PaymentsCrumbs } from '#components/admin/payments/payments-crumbs.tsx';
import { readPaymentStory } from '#lib/admin/payments/payment-story.ts';
import { namesInStory } from '#lib/admin/payments/story-names.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { hasRank } from '#lib/context/values.ts';
import { getAttempt, toLedgerView } from '#lib/payments/attempts/ledger.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { offersOf, payerOf } from './offers.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('payments')).t('number') };
}

export default async function PaymentPage({ params, searchParams }: PageProps<'/admin/payments/[orderReference]'>) {
  const ctx = await pageContext('admin');
  const orderReference = idOr404((await params).orderReference);
  const row = await foundOr404(getAttempt(ctx, orderReference));
  const { t, texts } = await consoleTexts('payments');
  const payer = await payerOf(ctx, row);
  const [offers, steps] = await Promise.all([offersOf(ctx, row, payer), readPaymentStory(ctx, row)]);
  const names = await namesInStory(ctx, steps);

  return (
    <main id="content" className="flex flex-col gap-8">
      <BackToMail mail={(await searchParams).mail} />
      <PaymentsCrumbs crumbs={[{ label: orderReference }]} />
      <h1 className="text-2xl break-words">{t('paymentOf', { number: orderReference })}</h1>
      <PaymentFacts payment={toLedgerView(row)} payer={payer} isExcess={row.excess} />
      <PaymentActions {...offers} texts={texts} />
      <section aria-labelledby="timeline">
        <h2 id="timeline" className="pb-3 text-lg">
          {t('timeline')}
        </h2>
        <PaymentTimeline steps={steps} names={names} isSuperadmin={hasRank(ctx.user.role, 'superadmin')} />
      </section>
    </main>
  );
}
