import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { consoleMoment } from '#components/admin/console-time.ts';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { CallbackRetry } from '#components/admin/payments/callback-retry.tsx';
import { paymentHref } from '#components/admin/payments/money-hrefs.ts';
import { attentionWords, callbackTones } from '#components/admin/payments/payment-words.ts';
import { PaymentsCrumbs } from '#components/admin/payments/payments-crumbs.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { getCallback } from '#lib/payments/cards/callback-view.ts';

export const metadata = { title: 'Callback' };

export default async function CallbackPage({ params }: PageProps<'/admin/payments/callbacks/[id]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).id);
  const callback = await foundOr404(getCallback(ctx, id));
  const { orderReference, isOurs, state } = callback;

  return (
    <main id="content" className="flex flex-col gap-8">
      <PaymentsCrumbs
        crumbs={[
          isOurs
            ? { label: orderReference, href: paymentHref(orderReference) }
            : { label: orderReference || 'unknown payment' },
          { label: 'Callback' },
        ]}
      />
      <h1 className="text-2xl break-words">Callback for {orderReference || 'unknown payment'}</h1>
      {(state === 'orphan' || state === 'poison') && <p className="text-muted">{attentionWords[state].meaning}</p>}
      <Facts>
        <Fact name="State">
          <Badge tone={callbackTones[state]}>{state}</Badge>
        </Fact>
        <Fact name="Payment">
          {isOurs ? (
            <Link href={paymentHref(orderReference)} className="underline underline-offset-4">
              {orderReference}
            </Link>
          ) : (
            'no matching payment'
          )}
        </Fact>
        <Fact name="Gateway status">{callback.status}</Fact>
        <Fact name="Amount">
          {callback.amountText} {callback.currency}
        </Fact>
        <Fact name="Merchant account">{callback.merchantAccount}</Fact>
        <Fact name="Reason code">{callback.reasonCode ?? 'none'}</Fact>
        <Fact name="Received">{consoleMoment(callback.receivedAt)}</Fact>
        <Fact name="Last updated">{consoleMoment(callback.updatedAt)}</Fact>
        <Fact name="Failed attempts">{callback.tries}</Fact>
        <Fact name="Duplicates">{callback.dupCount}</Fact>
      </Facts>
      <CallbackRetry id={id} canRetry={state === 'poison'} />
      <section aria-labelledby="body">
        <h2 id="body" className="pb-3 text-lg">
          Masked body
        </h2>
        <pre className="rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">{callback.text}</pre>
      </section>
    </main>
  );
}
