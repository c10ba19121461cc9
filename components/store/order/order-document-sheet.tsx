import { getFormatter, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Processor } from '#lib/payments/values.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

type OrderDocumentSheetProps = {
  readonly document: {
    readonly number: string;
    readonly order: OrderView;
    readonly locale: Locale;
    readonly payment: {
      readonly processor: Processor;
      readonly orderReference: string;
      readonly paidAt: string | null;
      readonly refundedAt: string | null;
    } | null;
  };
  /** The same zone for every reader, so that a document always shows the same date. */
  readonly timeZone: string;
};

/** Shows the printable document of a paid order, in the language in which it was issued. */
export async function OrderDocumentSheet({ document, timeZone }: OrderDocumentSheetProps) {
  const { number, order, locale, payment } = document;
  const [t, words, format] = await Promise.all([
    getTranslations({ locale, namespace: 'orderDocument' }),
    getTranslations({ locale, namespace: 'order' }),
    getFormatter({ locale }),
  ]);
  const money = (minor: number) => moneyText(minor, order.currency, locale);
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: 'long', timeZone });
  const { contact, delivery } = order;
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean).join(', ');
  const sellers = [...new Set(order.lines.map(({ vendor }) => vendor.name))];

  return (
    <article
      lang={locale}
      className="flex flex-col gap-8 rounded-lg border border-line bg-surface p-6 sm:p-10 print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-b border-line-strong pb-4">
        <h1 className="text-2xl">{t('heading', { number })}</h1>
        <p className="text-xl font-semibold">Plaza</p>
        <p className="w-full text-muted">{t('forOrder', { number: order.number, date: day(order.createdAt) })}</p>
        {order.paidAt && <p className="w-full text-muted">{t('issued', { date: day(order.paidAt) })}</p>}
      </header>
      <div className="grid gap-6 sm:grid-cols-3 print:grid-cols-3">
        <Party title={t('sellers')} lines={sellers} />
        <Party title={t('buyer')} lines={[contact.name, contact.email, contact.phone]} />
        <Party title={t('delivery')} lines={[words(`method_${delivery.method}`), address]} />
      </div>
      {/* On narrow screens each line is a card, and each figure shows its column name. */}
      <table className="w-full text-sm max-sm:block">
        <thead className="border-b border-line-strong text-start text-muted max-sm:sr-only">
          <tr>
            <Head>{t('item')}</Head>
            <Head>{t('seller')}</Head>
            <Head end>{t('price')}</Head>
            <Head end>{t('quantity')}</Head>
            <Head end>{t('sum')}</Head>
          </tr>
        </thead>
        <tbody className="max-sm:block max-sm:border-t max-sm:border-line-strong">
          {order.lines.map((line) => (
            <tr key={line.id} className="break-inside-avoid border-b border-line align-top max-sm:block max-sm:py-3">
              <td className="py-2 pe-4 wrap-anywhere max-sm:block max-sm:p-0 max-sm:font-medium">
                {variantTitle(line)}
              </td>
              <td className="py-2 pe-4 wrap-anywhere max-sm:block max-sm:p-0 max-sm:pb-1 max-sm:text-muted">
                {line.vendor.name}
              </td>
              <Figure name={t('price')}>{money(line.unitPriceMinor)}</Figure>
              <Figure name={t('quantity')}>{line.qty}</Figure>
              <Figure name={t('sum')}>{money(line.totalMinor)}</Figure>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="ms-auto flex w-full max-w-xs flex-col gap-2 break-inside-avoid tabular-nums">
        {order.charges.length > 0 && <Sum name={t('subtotal')} value={money(order.subtotalMinor)} />}
        {order.charges.map(({ kind, label, amountMinor }) => (
          <Sum key={`${kind} ${label}`} name={label} value={money(amountMinor)} />
        ))}
        <div className="flex justify-between gap-4 border-t border-line-strong pt-2 text-lg font-semibold">
          <dt>{t('total')}</dt>
          <dd>{money(order.totalMinor)}</dd>
        </div>
      </dl>
      {payment?.paidAt && (
        <section className="flex flex-col gap-1 break-inside-avoid">
          <h2 className="text-base">{t('payment')}</h2>
          <p>{t('paidOn', { date: day(payment.paidAt), how: t(`how_${payment.processor}`) })}</p>
          <p className="text-muted">{t('reference', { reference: payment.orderReference })}</p>
          {payment.refundedAt && (
            <p className="font-medium">
              {t('refundedOn', { date: day(payment.refundedAt), sum: money(order.totalMinor) })}
            </p>
          )}
        </section>
      )}
    </article>
  );
}

function Party({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h2 className="pb-1 text-sm font-medium tracking-normal text-muted">{title}</h2>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  );
}

const Head = ({ end = false, children }: { readonly end?: boolean; readonly children: ReactNode }) => (
  <th scope="col" className={end ? 'py-2 ps-4 text-end font-medium' : 'py-2 pe-4 text-start font-medium'}>
    {children}
  </th>
);

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <td className="py-2 ps-4 text-end whitespace-nowrap tabular-nums max-sm:flex max-sm:justify-between max-sm:p-0">
    <span aria-hidden className="text-muted sm:hidden">
      {name}
    </span>
    {children}
  </td>
);

const Sum = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
