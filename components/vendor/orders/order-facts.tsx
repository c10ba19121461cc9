import type { ReactNode } from 'react';
import { DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { CopyButton } from './copy-button.tsx';

/** Shows the lines of a seller's part with their numbers and prices. */
export async function OrderLines({ order }: { readonly order: VendorOrder }) {
  const { t, locale } = await sellerTexts('orders');
  const money = (minor: number) => moneyText(minor, order.currency, locale);
  const hasDownloads = order.lines.some(({ fulfilment }) => fulfilment === 'digital');
  return (
    <DataTable
      caption={t('lines')}
      columns={[
        {
          header: t('item'),
          breaksWords: true,
          cell: ({ title, sku, options }) => (
            <>
              <span className="font-medium">{title}</span>
              {options.length > 0 && (
                <span className="block text-sm">
                  {options.map(({ name, value }) => `${name}: ${value}`).join(', ')}
                </span>
              )}
              {sku && <span className="block text-sm text-muted">{sku}</span>}
            </>
          ),
        },
        { header: t('qty'), isNumeric: true, cell: ({ qty }) => qty },
        ...(hasDownloads
          ? [
              {
                header: t('downloads'),
                isNumeric: true,
                cell: ({ downloads }: VendorOrder['lines'][number]) => downloads,
              },
            ]
          : []),
        { header: t('unitPrice'), isNumeric: true, cell: ({ unitPriceMinor }) => money(unitPriceMinor) },
        { header: t('total'), isNumeric: true, cell: ({ totalMinor }) => money(totalMinor) },
      ]}
      rows={order.lines}
      keyOf={({ id }) => id}
    />
  );
}

/** Shows where the part goes. Both are gone once it is delivered or refused. */
export async function OrderAddress({ order }: { readonly order: VendorOrder }) {
  const { t, locale } = await sellerTexts('orders');
  const { buyer, delivery, part, note } = order;
  if (!buyer && !delivery)
    return (
      <Card title={t('buyer')}>
        <p className="text-muted">{t('buyerGone')}</p>
      </Card>
    );
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const countryOf = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);
  const address = [
    buyer?.name,
    buyer?.phone,
    part.delivery?.point,
    delivery?.address,
    [delivery?.postalCode, delivery?.city].filter(Boolean).join(' '),
    delivery?.country && countryOf(delivery.country),
  ].filter((line): line is string => Boolean(line));
  return (
    <Card title={t('buyer')}>
      <address className="not-italic wrap-anywhere">
        {address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {buyer?.email && <span className="block print:hidden">{buyer.email}</span>}
      </address>
      {delivery && (
        <p>
          <span className="block text-sm text-muted">{t('delivery')}</span>
          {part.delivery?.name || t(`method_${part.delivery?.method ?? delivery.method}`)}
        </p>
      )}
      {delivery?.comment && <p className="whitespace-pre-line wrap-anywhere">{delivery.comment}</p>}
      {note && (
        <p className="whitespace-pre-line wrap-anywhere">
          <span className="block text-sm text-muted">{t('noteOfBuyer')}</span>
          {note}
        </p>
      )}
      <CopyButton text={address.join('\n')} label={t('copy')} done={t('copied')} />
    </Card>
  );
}

/** Shows what the seller earns with the part, its tracking, and the money that went back. */
export async function OrderMoney({ order }: { readonly order: VendorOrder }) {
  const { t, locale, dayOf } = await sellerTexts('orders');
  const { settlement, part, currency } = order;
  const money = (minor: number) => moneyText(minor, currency, locale);
  return (
    <div className="flex flex-col gap-5 print:hidden">
      <Card title={t('money')}>
        {settlement && (
          <dl className="flex flex-col gap-1">
            <Line name={t('gross')} value={money(settlement.grossMinor)} />
            <Line name={t('commission')} value={money(-settlement.commissionMinor)} />
            <Line name={t('net')} value={<span className="font-semibold">{money(settlement.netMinor)}</span>} />
          </dl>
        )}
        {settlement?.releaseAt && (
          <p className="text-sm text-muted">{t('release', { at: dayOf(settlement.releaseAt) })}</p>
        )}
        {part.refund && (
          <Line name={t('refund')} value={`${money(part.refund.amountMinor)}, ${t(`refund_${part.refund.state}`)}`} />
        )}
      </Card>
      {(part.trackingNumber ?? part.trackingUrl) && (
        <Card title={t('tracking')}>
          <p className="wrap-anywhere">
            {part.carrier} {part.trackingNumber}
          </p>
          {part.trackingUrl && (
            <a href={part.trackingUrl} rel="noreferrer" className="underline underline-offset-4 wrap-anywhere">
              {part.trackingUrl}
            </a>
          )}
        </Card>
      )}
    </div>
  );
}

/** Shows what happened to the part, the newest first. */
export async function OrderTimeline({ order }: { readonly order: VendorOrder }) {
  const { t, timeOf } = await sellerTexts('orders');
  return (
    <section aria-labelledby="timeline" className="flex flex-col gap-3 print:hidden">
      <h2 id="timeline" className="text-lg">
        {t('timeline')}
      </h2>
      <ol className="flex flex-col gap-2">
        {(order.timeline ?? []).map(({ at, kind, text }) => (
          <li key={`${at} ${kind}`} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
            <time dateTime={at} className="text-sm text-muted">
              {timeOf(at)}
            </time>
            <span className="wrap-anywhere">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const Card = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5">
    <h2 className="text-lg">{title}</h2>
    {children}
  </section>
);

const Line = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="text-end tabular-nums">{value}</dd>
  </div>
);
