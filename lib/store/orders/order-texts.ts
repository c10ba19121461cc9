import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';
import type { OrderEventKind } from '#lib/store/values.ts';

/** Steps of an order that its buyer sees; the others are the shop's own bookkeeping. */
const shownKinds = [
  'created',
  'payment_started',
  'payment_failed',
  'paid',
  'status',
  'canceled',
  'part_shipped',
  'refund',
] as const satisfies readonly OrderEventKind[];
export type ShownKind = (typeof shownKinds)[number];

const statusTexts: Readonly<Record<Locale, Readonly<Record<OrderStatus, string>>>> = {
  en: {
    new: 'Waiting for payment',
    paid: 'Paid',
    processing: 'Being prepared',
    shipped: 'Shipped',
    completed: 'Completed',
    canceled: 'Canceled',
  },
  uk: {
    new: 'Очікує оплати',
    paid: 'Оплачено',
    processing: 'Готується',
    shipped: 'Відправлено',
    completed: 'Завершено',
    canceled: 'Скасовано',
  },
  ru: {
    new: 'Ожидает оплаты',
    paid: 'Оплачен',
    processing: 'Готовится',
    shipped: 'Отправлен',
    completed: 'Завершён',
    canceled: 'Отменён',
  },
};

const kindTexts: Readonly<Record<Locale, Readonly<Record<Exclude<ShownKind, 'status'>, string>>>> = {
  en: {
    created: 'Order placed',
    payment_started: 'Payment started',
    payment_failed: 'The payment did not go through',
    paid: 'Payment received',
    canceled: 'Order canceled',
    part_shipped: 'A part of the order was shipped',
    refund: 'The money was returned',
  },
  uk: {
    created: 'Замовлення оформлено',
    payment_started: 'Оплату розпочато',
    payment_failed: 'Оплата не пройшла',
    paid: 'Оплату отримано',
    canceled: 'Замовлення скасовано',
    part_shipped: 'Частину замовлення відправлено',
    refund: 'Кошти повернено',
  },
  ru: {
    created: 'Заказ оформлен',
    payment_started: 'Оплата начата',
    payment_failed: 'Оплата не прошла',
    paid: 'Оплата получена',
    canceled: 'Заказ отменён',
    part_shipped: 'Часть заказа отправлена',
    refund: 'Деньги возвращены',
  },
};

/** What the line of a paid payment request is called that says nothing of what it is for. */
export const requestTitles: Readonly<Record<Locale, (vendor: string) => string>> = {
  en: (vendor) => `Payment to ${vendor}`,
  uk: (vendor) => `Оплата для ${vendor}`,
  ru: (vendor) => `Оплата для ${vendor}`,
};

/** Why an order was canceled, as a closed word on the order and a sentence for its buyer. */
export const cancelReasons = ['insufficient_stock', 'buyer', 'expired', 'admin'] as const;
export type CancelReason = (typeof cancelReasons)[number];

const reasonTexts: Readonly<Record<Locale, Readonly<Record<CancelReason, string>>>> = {
  en: {
    insufficient_stock: 'Order canceled: something in it was no longer in stock',
    buyer: 'Order canceled by you',
    expired: 'Order canceled: it was not paid in time',
    admin: 'Order canceled by the shop',
  },
  uk: {
    insufficient_stock: 'Замовлення скасовано: товару вже немає в наявності',
    buyer: 'Ви скасували замовлення',
    expired: 'Замовлення скасовано: його не оплачено вчасно',
    admin: 'Замовлення скасував магазин',
  },
  ru: {
    insufficient_stock: 'Заказ отменён: товара уже нет в наличии',
    buyer: 'Вы отменили заказ',
    expired: 'Заказ отменён: он не был оплачен вовремя',
    admin: 'Заказ отменил магазин',
  },
};

/** What an event gives as the reason where a person has to look whether the money of a payment is here. */
export const IN_DOUBT = 'suspicious';

const inDoubtTexts: Readonly<Record<Locale, string>> = {
  en: 'The payment is being checked',
  uk: 'Оплату перевіряють',
  ru: 'Оплата проверяется',
};

const isShown = (kind: OrderEventKind): kind is ShownKind => shownKinds.some((shown) => shown === kind);
export const isCancelReason = (text: string | null): text is CancelReason =>
  cancelReasons.some((reason) => reason === text);

/** One step of an order in the reader's language; null for what only the shop looks at. */
export function textOfEvent(
  { kind, to, data }: Pick<OrderEvent, 'kind' | 'to' | 'data'>,
  locale: Locale,
): string | null {
  if (!isShown(kind)) return null;
  if (kind === 'status') return statusTexts[locale][to as OrderStatus]; // a `status` event always says where to
  const because = typeof data.because === 'string' ? data.because : null;
  if (kind === 'payment_failed' && because === IN_DOUBT) return inDoubtTexts[locale];
  return kind === 'canceled' && isCancelReason(because) ? reasonTexts[locale][because] : kindTexts[locale][kind];
}
