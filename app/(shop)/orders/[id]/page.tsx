import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter } from 'next-intl/server';
import { AskAboutOrder } from '#components/messages/ask/ask-about-order.tsx';
import { OrderActions } from '#components/store/order/order-actions.tsx';
import { OrderBadge } from '#components/store/order/order-badge.tsx';
import { OrderFacts } from '#components/store/order/order-facts.tsx';
import { OrderFiles } from '#components/store/order/order-files.tsx';
import { OrderLines } from '#components/store/order/order-lines.tsx';
import { OrderParts } from '#components/store/order/order-parts.tsx';
import { thanksFor } from '#components/store/order/order-texts.ts';
import { OrderTimeline } from '#components/store/order/order-timeline.tsx';
import { PaymentAlert } from '#components/store/order/payment-alert.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { WalletPayments } from '#components/wallet/wallet-payments.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { openOrder } from './open-order.ts';

type Props = PageProps<'/orders/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const ctx = await pageContext('session');
  const [{ t }, opened] = await Promise.all([pageTexts('order'), openOrder(ctx, (await params).id)]);
  return { title: opened && t('title', { number: opened.order.number }), robots: { index: false } };
}

export default async function OrderPage({ params }: Props) {
  const ctx = await pageContext('session');
  const opened = await openOrder(ctx, (await params).id);
  if (!opened) notFound();
  const { files, ...shown } = opened;
  const { order, note, topUps, hasDocument, sellersTold, sellers } = shown;
  const [{ t, locale, go }, { t: status }, format, orderActions, payWays, problems] = await Promise.all([
    pageTexts('order'),
    pageTexts('orderStatus'),
    getFormatter(),
    clientTexts('orderActions'),
    clientTexts('payWays'),
    clientTexts('problems'),
  ]);
  const thanks = thanksFor(order);
  const heldUntil =
    order.holdExpiresAt !== null && order.holdExpiresAt > ctx.now().toISOString() ? order.holdExpiresAt : null;
  const date = (at: string) => format.dateTime(new Date(at), { dateStyle: 'long' });

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-6 px-4 pt-5 pb-24 sm:px-6 lg:px-10">
      <Breadcrumbs label={t('back')} crumbs={[{ label: t('back'), href: go('/orders') }, { label: order.number }]} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl">{t('title', { number: order.number })}</h1>
        <OrderBadge status={order.status} text={status(order.status)} />
        <p className="w-full text-muted">{t('placed', { date: date(order.createdAt) })}</p>
      </div>
      {/* It stays mounted while its content changes, so that screen readers announce the change. */}
      <div role="status" className="flex flex-col gap-4 empty:-mb-6">
        {thanks && (
          <Alert kind="success" title={t(thanks)}>
            {sellersTold && t('sellersTold')}
          </Alert>
        )}
        {order.status === 'canceled' && (
          // If money arrived after all, the note below says what happened to it.
          <Alert title={t('canceledTitle')}>
            {order.cancelReason && (!note || note.kind === 'kept') && t(`cancel_${reasonOf(order.cancelReason)}`)}
          </Alert>
        )}
        {note && <PaymentAlert note={note} />}
      </div>
      <WalletPayments payments={topUps} returnUrl={go(`/orders/${order.id}`)} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-10">
          <OrderActions
            {...shown}
            heldUntil={heldUntil && format.dateTime(new Date(heldUntil), { timeStyle: 'short' })}
            locale={locale}
            links={{
              cart: go('/cart'),
              checkout: go('/checkout'),
              order: go(`/orders/${order.id}`),
              wallet: go('/wallet'),
            }}
            texts={{ orderActions, payWays, problems }}
          />
          <OrderFiles lines={files} />
          <OrderParts order={order} />
          <OrderLines order={order} />
        </div>
        <div className="flex flex-col gap-10">
          <OrderFacts order={order} />
          {hasDocument && (
            <LinkButton href={go(`/orders/${order.id}/document`)} look="secondary">
              {t('document')}
            </LinkButton>
          )}
          <OrderTimeline steps={order.timeline ?? []} />
          <AskAboutOrder order={order} sellers={sellers} />
        </div>
      </div>
    </main>
  );
}

const reasons = ['insufficient_stock', 'expired', 'buyer', 'admin', 'refused'] as const;
const reasonOf = (text: string) => reasons.find((reason) => reason === text) ?? 'admin';
