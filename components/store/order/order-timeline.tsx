import { getFormatter } from 'next-intl/server';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows the history of an order, the latest step first. */
export async function OrderTimeline({ steps }: { readonly steps: NonNullable<OrderView['timeline']> }) {
  const [{ t }, format] = await Promise.all([pageTexts('order'), getFormatter()]);
  return (
    <section aria-labelledby="order-timeline">
      <h2 id="order-timeline" className="pb-3 text-xl tracking-tight">
        {t('timeline')}
      </h2>
      <ol className="flex flex-col">
        {steps.toReversed().map((step) => (
          <li
            key={`${step.at} ${step.kind} ${step.to}`}
            className="relative border-s border-line ps-5 pb-5 last:border-transparent last:pb-0 before:absolute before:top-1.5 before:-left-[5px] before:size-[9px] before:rounded-full before:bg-line-strong first:before:bg-primary"
          >
            <p className="leading-snug">{step.text}</p>
            <time dateTime={step.at} className="text-sm text-muted">
              {format.dateTime(new Date(step.at), { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
