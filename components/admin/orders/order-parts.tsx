import { ReaderTime } from '#components/admin/console-reader.tsx';
import { settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { AdminOrderView } from '#lib/store/schemas/order.ts';
import type { PartState } from '#lib/store/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const toneOf = {
  pending: 'neutral',
  processing: 'neutral',
  shipped: 'success',
  delivered: 'success',
  refused: 'danger',
} as const satisfies Record<PartState, string>;

/** Shows each seller's part of an order: whether it has been shipped, and the seller's share. */
export async function OrderParts({ order }: { readonly order: AdminOrderView }) {
  if (order.parts.length === 0) return null;
  const { t, locale } = await consoleTexts('orders');
  const names = new Map(order.lines.map(({ vendor }) => [vendor.id, vendor.name]));
  return (
    <section aria-labelledby="parts">
      <h2 id="parts" className="pb-3 text-lg">
        {t('parts')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {order.parts.map(({ vendorId, state, shippedAt, trackingUrl }) => {
          const name = names.get(vendorId) || vendorId;
          const share = order.vendorSettlements.find((settlement) => settlement.vendorId === vendorId);
          return (
            <li key={vendorId} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4">
              <p className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium wrap-anywhere">{name}</span>
                <Badge tone={toneOf[state]}>{t(`part_${state}`)}</Badge>
              </p>
              {shippedAt && (
                <p className="text-sm text-muted">
                  {t('shippedAt')}: <ReaderTime at={shippedAt} />
                </p>
              )}
              {trackingUrl && (
                <a href={trackingUrl} rel="noreferrer" className="text-sm underline underline-offset-4">
                  {t('tracking')}
                </a>
              )}
              {share && (
                <p className="text-sm">
                  {t('earning')}: {moneyText(share.netMinor, share.currency, locale)}
                </p>
              )}
              <Link href={settlementsHref(vendorId)} className="text-sm underline underline-offset-4">
                {t('settlements', { name })}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
