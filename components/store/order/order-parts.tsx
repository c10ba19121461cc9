import { partsMayMove } from '#lib/store/parts/part-rows.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { PartCard } from './part-card.tsx';
import { shownParts } from './part-looks.ts';

/** Shows a card for each seller of a paid order: how far their part is, its delivery, and what the buyer can do. */
export async function OrderParts({ order }: { readonly order: OrderView }) {
  const { t } = await pageTexts('orderParts');
  const parts = shownParts(order);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="order-parts">
      <h2 id="order-parts" className="pb-3 text-xl tracking-tight">
        {t(parts.length === 1 ? 'titleOne' : 'titleMany')}
      </h2>
      <ul className="flex flex-col gap-4">
        {parts.map((part) => (
          <li key={part.vendorId}>
            <PartCard order={order} part={part} mayMove={partsMayMove(order)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
