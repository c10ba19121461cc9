import type { OrderStatus } from '#lib/context/ports/values.ts';
import pagesEn from '#lib/i18n/en.json' with { type: 'json' };
import { fill } from '#lib/i18n/fill.ts';
import pagesRu from '#lib/i18n/ru.json' with { type: 'json' };
import pagesUk from '#lib/i18n/uk.json' with { type: 'json' };
import type { Locale } from '#lib/i18n/values.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';
import {
  type CancelReason,
  cancelReasons,
  type OrderEventKind,
  type ShownOrderEvent,
  shownOrderEvents,
} from '#lib/store/values.ts';
import en from './order-texts/en.json' with { type: 'json' };
import ru from './order-texts/ru.json' with { type: 'json' };
import type { OrderTexts } from './order-texts/schema.ts';
import uk from './order-texts/uk.json' with { type: 'json' };

export const orderTexts: Readonly<Record<Locale, OrderTexts>> = { en, uk, ru };

/** The words of the pages, so that a step of the history has the name of its status. */
const statusTexts: Readonly<Record<Locale, Readonly<Record<OrderStatus, string>>>> = {
  en: pagesEn.orderStatus,
  uk: pagesUk.orderStatus,
  ru: pagesRu.orderStatus,
};

/** What an event gives as the reason where a person has to look whether the money of a payment is here. */
export const IN_DOUBT = 'suspicious';

const isShown = (kind: OrderEventKind): kind is ShownOrderEvent => shownOrderEvents.some((shown) => shown === kind);
export const isCancelReason = (text: string | null): text is CancelReason =>
  cancelReasons.some((reason) => reason === text);

/** Returns the title of a line that pays a request without a purpose. */
export const requestTitle = (vendor: string, locale: Locale): string =>
  fill(orderTexts[locale].request, { vendor }, locale);

/** One step of an order in the reader's language; null for what only the shop looks at. */
export function textOfEvent(
  { kind, to, data }: Pick<OrderEvent, 'kind' | 'to' | 'data'>,
  locale: Locale,
): string | null {
  if (!isShown(kind)) return null;
  const { events, inDoubt, canceled } = orderTexts[locale];
  if (kind === 'status') return statusTexts[locale][to as OrderStatus]; // a `status` event always says where to
  const because = typeof data.because === 'string' ? data.because : null;
  if (kind === 'payment_failed' && because === IN_DOUBT) return inDoubt;
  return kind === 'canceled' && isCancelReason(because) ? canceled[because] : events[kind];
}
