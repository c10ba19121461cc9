import type { Metadata, Route } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { AskSeller } from '#components/messages/ask/ask-seller.tsx';
import { PrintButton } from '#components/store/order/print-button.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { OrderAddress, OrderLines, OrderMoney, OrderTimeline } from '#components/vendor/orders/order-facts.tsx';
import { PartActions } from '#components/vendor/orders/part-actions.tsx';
import { PartBadge } from '#components/vendor/orders/part-badge.tsx';
import { SellerRefresh } from '#components/vendor/shell/seller-refresh.tsx';
import { buyerOfPart } from '#lib/store/parts/buyer-of-part.ts';
import { offeredMoves } from '#lib/store/parts/offered-moves.ts';
import { readVendorOrder } from '#lib/store/parts/vendor-order.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

type Props = PageProps<'/sell/orders/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ t }, { ctx, vendor }] = await Promise.all([sellerTexts('orders'), sellerPage()]);
  const order = await foundOr404(readVendorOrder(ctx, vendor.id, idOr404((await params).id)));
  return { title: t('number', { number: order.number }) };
}

export default async function OrderPage({ params }: Props) {
  const { ctx, vendor } = await sellerPage();
  const asked = idOr404((await params).id);
  const [{ t, texts, timeOf, go }, shell, problems, order, buyerId] = await Promise.all([
    sellerTexts('orders'),
    sellerTexts('shell'),
    clientTexts('messageProblems'),
    foundOr404(readVendorOrder(ctx, vendor.id, asked)),
    foundOr404(buyerOfPart(ctx, vendor.id, asked)),
  ]);
  const { id, number, paidAt } = order;

  return (
    <main id="content" className="flex flex-col gap-6">
      <SellerRefresh />
      <div className="print:hidden">
        <Breadcrumbs
          label={shell.t('crumbs')}
          crumbs={[{ label: t('title'), href: go('/sell/orders') }, { label: number }]}
        />
      </div>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">{t('number', { number })}</h1>
          <p className="text-muted">{t('paidAt', { at: timeOf(paidAt) })}</p>
        </div>
        <div className="print:hidden">
          <PartBadge order={order} texts={texts} />
        </div>
      </header>
      <PartActions order={order} moves={offeredMoves(order)} texts={texts} />
      <OrderLines order={order} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <OrderAddress order={order} />
        <OrderMoney order={order} />
      </div>
      <div className="flex flex-wrap items-start gap-3 print:hidden">
        <PrintButton text={t('print')} />
        {buyerId !== ctx.user.id && (
          <AskSeller
            wanted={{
              type: 'entity',
              participantIds: [buyerId],
              metadata: {
                entityId: id,
                kind: 'order',
                orderNumber: number,
                subject: t('subject', { number }),
                vendorId: vendor.id,
              },
            }}
            label={t('message')}
            links={{ messages: go('/messages' as Route), signIn: go('/sign-in') }}
            texts={problems}
          />
        )}
      </div>
      <OrderTimeline order={order} />
    </main>
  );
}
