import type { ReactNode } from 'react';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows the contact and the delivery address of an order. Downloads alone have none. */
export async function OrderFacts({ order }: { readonly order: OrderView }) {
  const { t } = await pageTexts('order');
  const { contact, delivery, note } = order;
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean);

  return (
    <div className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <Fact title={t('contact')}>
        <Lines of={[contact.name, contact.email, contact.phone]} />
      </Fact>
      {order.lines.some(({ fulfilment }) => fulfilment !== 'digital') && (
        <Fact title={t('delivery')}>
          <Lines of={[t(`method_${delivery.method}`), ...address, delivery.comment]} />
        </Fact>
      )}
      {note && <Fact title={t('note')}>{note}</Fact>}
    </div>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-1 text-sm font-medium tracking-normal text-muted">{title}</h2>
      {children}
    </section>
  );
}

function Lines({ of }: { readonly of: readonly string[] }) {
  return of.filter(Boolean).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
