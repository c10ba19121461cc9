import { getFormatter } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { shownParts } from './order-texts.ts';

/** Shows the contact, the delivery address and the parcels of an order. */
export async function OrderFacts({ order }: { readonly order: OrderView }) {
  const [{ t }, format] = await Promise.all([pageTexts('order'), getFormatter()]);
  const { contact, delivery, note } = order;
  // With delivery as agreed, there is no parcel until the seller marks it as shipped.
  const parcels = shownParts(order).filter(({ state }) => delivery.method !== 'none' || state === 'shipped');
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean);
  const nameOf = (vendorId: string) => order.lines.find(({ vendor }) => vendor.id === vendorId)?.vendor.name ?? '';

  return (
    <div className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <Fact title={t('contact')}>
        <Lines of={[contact.name, contact.email, contact.phone]} />
      </Fact>
      <Fact title={t('delivery')}>
        <Lines of={[t(`method_${delivery.method}`), ...address, delivery.comment]} />
        {parcels.length > 0 && (
          <ul className="mt-2 flex flex-col gap-1 text-sm text-muted">
            {parcels.map(({ vendorId, state, shippedAt, trackingUrl }) => (
              <li key={vendorId}>
                {t('parcelFrom', { vendor: nameOf(vendorId) })}:{' '}
                {state === 'shipped' && shippedAt
                  ? t('shippedOn', { date: format.dateTime(new Date(shippedAt), { dateStyle: 'medium' }) })
                  : t('notShipped')}{' '}
                {trackingUrl && isWebAddress(trackingUrl) && (
                  <a href={trackingUrl} rel="noreferrer" className="text-text underline underline-offset-4">
                    {t('track')}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {note && <Fact title={t('note')}>{note}</Fact>}
    </div>
  );
}

/** Returns true for an http(s) URL. The seller typed the text, so any other scheme must not become a link. */
const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

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
