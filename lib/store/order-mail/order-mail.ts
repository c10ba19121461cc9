import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { localPath } from '#lib/i18n/alternates.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type MailPart, type MailRow, mailPage } from '#lib/mail/mail-page.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import { isCancelReason } from '#lib/store/orders/order-texts.ts';
import { amountOfPart } from '#lib/store/parts/part-view.ts';
import type { Order, OrderLine } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { BuyerMailKind } from '#lib/store/values.ts';
import { type OrderMailTexts, orderMailTexts } from './texts.ts';

type Envelope = { readonly key: string; readonly to: string; readonly locale: Locale };

export type BuyerMail = Envelope & {
  readonly kind: BuyerMailKind;
  /** Whose part of the order it is about. Null for the whole order. */
  readonly vendorId?: string | null;
  /** The order at the time the mail is written. */
  readonly order: Order;
  readonly orderId: string;
  readonly vendorNames: ReadonlyMap<string, string>;
  readonly origin: string;
};

/** Composes the mail about a step of an order to its buyer, in the language of the order. */
export function buyerMail({ kind, vendorId = null, order, orderId, ...rest }: BuyerMail): PlatformMail {
  const { vendorNames, origin, ...envelope } = rest;
  const { locale } = envelope;
  const { mails, labels, reasons } = orderMailTexts[locale];
  const money = (minor: number) => moneyText(minor, order.currency, locale);
  const part = order.parts.find((one) => one.vendorId === vendorId);
  const values = {
    number: order.number,
    total: money(order.totalMinor),
    vendor: vendorNames.get(vendorId ?? '') ?? '',
  };
  const isOpen = kind === 'placed' && order.status === 'new' && order.payState === 'unpaid';
  const link = `${origin}${localPath(`/orders/${orderId}`, locale)}`;

  return mailPage({
    ...envelope,
    subject: fill(mails[kind].subject, values, locale),
    heading: mails[kind].heading,
    parts: [
      { text: fill(mails[kind].lead, values, locale) },
      ...(part
        ? detailsOfPart(part, money(amountOfPart(order, part.vendorId)), labels, locale)
        : detailsOf(kind, order, { labels, reasons, isOpen })
      ).map((text) => ({ text })),
      { link, label: isOpen ? labels.payOrder : labels.openOrder },
      ...(kind === 'shipped' ? parcelsOf(order.parts, vendorNames, labels) : []),
      ...(part && kind === 'part_shipped' ? parcelsOf([part], vendorNames, labels) : []),
      {
        rows: part
          ? rowsOf(
              order.lines.filter((line) => line.vendorId === part.vendorId),
              order.currency,
              locale,
            )
          : [...rowsOf(order.lines, order.currency, locale), ...sumsOf(order, labels, money)],
      },
      { text: labels.why, small: true },
    ],
  });
}

type Said = Pick<OrderMailTexts, 'labels' | 'reasons'> & { readonly isOpen: boolean };

/**
 * Returns the further sentences about a step. For an order that has moved on meanwhile, it leaves out what is no
 * longer true.
 */
function detailsOf(kind: BuyerMailKind, order: Order, { labels, reasons, isOpen }: Said): readonly string[] {
  switch (kind) {
    case 'placed':
      return isOpen ? [labels.waitsForPay] : [];
    case 'paid':
      return [...(order.status === 'paid' ? [labels.willShip] : []), ...(hasFiles(order) ? [labels.downloads] : [])];
    case 'shipped':
      return order.status === 'shipped' ? [labels.confirm] : [];
    case 'completed':
    case 'part_shipped': // about one part: `detailsOfPart`
    case 'part_refused':
      return [];
    case 'canceled':
      return [
        ...(isCancelReason(order.cancelReason) ? [reasons[order.cancelReason]] : []),
        ...(order.payState === 'unpaid' ? [labels.notCharged] : []),
        ...(order.payState === 'refund_pending' ? [labels.goesBack] : []),
        ...(order.payState === 'refunded' ? [labels.isBack] : []),
        // Canceling moves no money, so a return is announced only where one is in progress.
        ...(order.payState === 'paid' ? [labels.stillKept] : []),
      ];
    case 'refunded':
      return [labels.bankIsSlow];
  }
}

const hasFiles = ({ payState, status, lines }: Order): boolean =>
  payState === 'paid' && status !== 'canceled' && lines.some(({ fulfilment }) => fulfilment === 'digital');

/** Returns the sentences about one part: how it travels, or why it does not come and what happens to its money. */
function detailsOfPart(
  { state, carrier, trackingNumber, refusal, refund }: OrderPart,
  amount: string,
  labels: OrderMailTexts['labels'],
  locale: Locale,
): readonly string[] {
  if (state !== 'refused')
    return [
      ...(carrier === null ? [] : [fill(labels.carrier, { carrier }, locale)]),
      ...(trackingNumber === null ? [] : [fill(labels.trackingNumber, { number: trackingNumber }, locale)]),
      ...(state === 'shipped' ? [labels.confirm] : []),
    ];
  const money =
    refund?.state !== 'done'
      ? labels.partGoesBack
      : refund.way === 'balance'
        ? labels.partOnBalance
        : labels.partIsBack;
  return [
    ...(refusal === null ? [] : [fill(labels.refusedBecause, { reason: refusal.reason }, locale)]),
    fill(money, { amount }, locale),
  ];
}

/** A seller wrote the address, so only a web address becomes a link. */
const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const parcelsOf = (
  parts: Order['parts'],
  vendorNames: ReadonlyMap<string, string>,
  { track }: OrderMailTexts['labels'],
): MailPart[] =>
  parts.flatMap(({ vendorId, trackingUrl }) =>
    trackingUrl !== null && isWebAddress(trackingUrl)
      ? [{ link: new URL(trackingUrl).href, label: track.replace('{vendor}', () => vendorNames.get(vendorId) ?? '') }]
      : [],
  );

const rowsOf = (lines: readonly OrderLine[], currency: string, locale: Locale): MailRow[] =>
  lines.map(({ title, options, qty, unitPriceMinor, totalMinor }) => ({
    name: variantTitle({ title, options }),
    detail: fill(
      orderMailTexts[locale].labels.quantity,
      { count: qty, price: moneyText(unitPriceMinor, currency, locale) },
      locale,
    ),
    value: moneyText(totalMinor, currency, locale),
  }));

const sumsOf = (order: Order, { total }: OrderMailTexts['labels'], money: (minor: number) => string): MailRow[] => [
  ...order.charges.map(({ label, amountMinor }) => ({ name: label, value: money(amountMinor) })),
  { name: total, value: money(order.totalMinor) },
];

export type SellerMail = Envelope & {
  readonly order: Order;
  readonly vendor: { readonly id: string; readonly name: string };
};

/**
 * Composes the mail about a paid order to a seller. It contains only their own lines. The buyer's contact is included
 * only while they still have to deliver.
 */
export function sellerMail({ order, vendor, ...envelope }: SellerMail): PlatformMail {
  const { locale } = envelope;
  const { mails, labels, methods } = orderMailTexts[locale];
  const lines = order.lines.filter(({ vendorId }) => vendorId === vendor.id);
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  const values = {
    number: order.number,
    vendor: vendor.name,
    count: lines.reduce((sum, { qty }) => sum + qty, 0),
    total: moneyText(totalMinor, order.currency, locale),
  };
  const { subject, heading, lead } = mails.vendor_new_order;

  return mailPage({
    ...envelope,
    subject: fill(subject, values, locale),
    heading: fill(heading, values, locale),
    parts: [
      { text: fill(isDigital(lines) ? labels.soldFiles : lead, values, locale) },
      { rows: [...rowsOf(lines, order.currency, locale), { name: labels.total, value: values.total }] },
      ...(isUnfinished(order) ? addresseeOf(order, lines, { labels, methods }) : []),
      { text: labels.whySeller, small: true },
    ],
  });
}

const isDigital = (lines: readonly OrderLine[]): boolean => lines.every(({ fulfilment }) => fulfilment === 'digital');

const isUnfinished = ({ status }: Order): boolean => status !== 'completed' && status !== 'canceled';

function addresseeOf(
  { contact, delivery }: Order,
  lines: readonly OrderLine[],
  { labels, methods }: Pick<OrderMailTexts, 'labels' | 'methods'>,
): MailPart[] {
  const given = (...texts: readonly string[]): MailPart[] => texts.filter(Boolean).map((text) => ({ text }));
  const buyer: MailPart[] = [{ title: labels.buyer }, ...given(contact.name, contact.email, contact.phone)];
  if (isDigital(lines)) return buyer;
  const address = [delivery.address, delivery.postalCode, delivery.city, delivery.country].filter(Boolean).join(', ');
  return [...buyer, { title: labels.delivery }, ...given(methods[delivery.method], address, delivery.comment)];
}
