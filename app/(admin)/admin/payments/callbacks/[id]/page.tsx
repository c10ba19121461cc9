import type { Metadata } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { CallbackRetry } from '#components/admin/payments/callback-retry.tsx';
import { paymentHref } from '#components/admin/payments/money-hrefs.ts';
import { callbackTones } from '#components/admin/payments/payment-tones.ts';
import { PaymentsCrumbs } from '#components/admin/payments/payments-crumbs.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { getCallback } from '#lib/payments/cards/callback-view.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('payments')).t('callback') };
}

export default async function CallbackPage({ params }: PageProps<'/admin/payments/callbacks/[id]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).id);
  const callback = await foundOr404(getCallback(ctx, id));
  const { t, texts } = await consoleTexts('payments');
  const { orderReference, isOurs, state } = callback;
  const payment = orderReference || t('unknownPayment');

  return (
    <main id="content" className="flex flex-col gap-8">
      <PaymentsCrumbs
        crumbs={[
          isOurs ? { label: orderReference, href: paymentHref(orderReference) } : { label: payment },
          { label: t('callback') },
        ]}
      />
      <h1 className="text-2xl break-words">{t('callbackFor', { number: payment })}</h1>
      {(state === 'orphan' || state === 'poison') && <p className="text-muted">{t(`means_${state}`)}</p>}
      <Facts>
        <Fact name={t('state')}>
          <Badge tone={callbackTones[state]}>{t(`state_${state}`)}</Badge>
        </Fact>
        <Fact name={t('number')}>
          {isOurs ? (
            <Link href={paymentHref(orderReference)} className="underline underline-offset-4">
              {orderReference}
            </Link>
          ) : (
            t('noPayment')
          )}
        </Fact>
        <Fact name={t('gatewayStatus')}>
          <span lang="en">{callback.status}</span>
        </Fact>
        <Fact name={t('amount')}>
          {callback.amountText} {callback.currency}
        </Fact>
        <Fact name={t('merchant')}>{callback.merchantAccount}</Fact>
        <Fact name={t('reasonCode')}>{callback.reasonCode ?? t('nothing')}</Fact>
        <Fact name={t('received')}>
          <ReaderTime at={callback.receivedAt} isExact />
        </Fact>
        <Fact name={t('updated')}>
          <ReaderTime at={callback.updatedAt} isExact />
        </Fact>
        <Fact name={t('tries')}>{callback.tries}</Fact>
        <Fact name={t('duplicates')}>{callback.dupCount}</Fact>
      </Facts>
      <CallbackRetry id={id} canRetry={state === 'poison'} texts={texts} />
      <section aria-labelledby="body">
        <h2 id="body" className="pb-3 text-lg">
          {t('body')}
        </h2>
        <pre className="rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">{callback.text}</pre>
      </section>
    </main>
  );
}
