import { decimalText, digitsOf, minorOf } from '#lib/i18n/money-text.ts';
import type { RichType } from '#lib/messaging/schemas/rich.ts';
import { textIn } from '#lib/web/form-text.ts';
import { momentOf } from '#lib/web/local-time.ts';
import { textOf } from '#lib/web/text-of.ts';

export const composeKinds = ['poll', 'rsvp', 'task', 'payment_request', 'env_request'] as const satisfies RichType[];
export type ComposeKind = (typeof composeKinds)[number];

/** A rich message to send. `content` is the text for places without cards: lists, notifications, older clients. */
export type ComposeInput = {
  readonly type: ComposeKind;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
};
/** The key of the error text for a field. */
export type ComposeProblem = 'need' | 'needTwo' | 'badAmount' | 'past' | 'endFirst' | 'badKey' | 'twice';
export type Composed =
  | { readonly input: ComposeInput; readonly problems: null }
  | { readonly input: null; readonly problems: Readonly<Record<string, ComposeProblem>> };

/** The current time, and the time zone of the fields. */
type Reader = { readonly timeZone: string; readonly now: string };
/** The order that a conversation is about, if any. */
export type AboutOrder = { readonly id: string; readonly number: string } | null;
type Problems = Record<string, ComposeProblem>;

/** Returns the message for a filled-in form, or its errors by field. The server validates it again. */
export function composed(kind: ComposeKind, form: FormData, reader: Reader, order: AboutOrder = null): Composed {
  const problems: Problems = {};
  const made = makers[kind](form, reader, problems, order);
  if (Object.keys(problems).length > 0) return { input: null, problems };
  return { input: { type: kind, ...made }, problems: null };
}

type Made = Omit<ComposeInput, 'type'>;
type Maker = (form: FormData, reader: Reader, problems: Problems, order: AboutOrder) => Made;

const makers: Readonly<Record<ComposeKind, Maker>> = {
  poll(form, reader, problems) {
    const question = needed(form, 'question', problems);
    const texts = listIn(form, 'option').filter((text) => text !== '');
    if (texts.length < 2) problems.option = 'needTwo';
    const options = texts.map((text, at) => ({ id: `o${at + 1}`, text }));
    const closesAt = ahead(form, 'closesAt', reader, problems);
    const multiple = form.has('multiple');
    return {
      content: question,
      metadata: { question, options, ...(multiple && { multiple }), ...(closesAt && { closesAt }) },
    };
  },

  rsvp(form, reader, problems) {
    const title = needed(form, 'title', problems);
    const startsAt = momentOf(textIn(form, 'startsAt'), reader.timeZone);
    const endsAt = momentOf(textIn(form, 'endsAt'), reader.timeZone);
    const location = textIn(form, 'location');
    if (startsAt === null) problems.startsAt = 'need';
    if (startsAt !== null && endsAt !== null && endsAt < startsAt) problems.endsAt = 'endFirst';
    return { content: title, metadata: { title, startsAt, ...(endsAt && { endsAt }), ...(location && { location }) } };
  },

  task(form, reader, problems) {
    const title = needed(form, 'title', problems);
    const assigneeId = textIn(form, 'assigneeId');
    const dueAt = momentOf(textIn(form, 'dueAt'), reader.timeZone);
    return { content: title, metadata: { title, ...(assigneeId && { assigneeId }), ...(dueAt && { dueAt }) } };
  },

  payment_request(form, reader, problems, order) {
    const currency = textIn(form, 'currency');
    const digits = digitsOf(currency);
    const amountMinor = minorOf(textIn(form, 'amount'), digits);
    if (amountMinor === null || amountMinor < 1) problems.amount = 'badAmount';
    const isForOrder = order !== null && form.has('forOrder');
    const purpose = textIn(form, 'purpose') || (isForOrder ? order.number : '');
    const expiresAt = ahead(form, 'expiresAt', reader, problems);
    const amount = `${decimalText(amountMinor ?? 0, digits)} ${currency}`;
    return {
      content: purpose ? `${amount}: ${purpose}` : amount,
      metadata: {
        ...{ amountMinor, currency },
        ...(purpose && { purpose }),
        ...(isForOrder && { orderId: order.id }),
        ...(expiresAt && { expiresAt }),
      },
    };
  },

  env_request(form, _, problems) {
    const keys = listIn(form, 'key');
    const labels = listIn(form, 'label');
    const required = new Set(listIn(form, 'required'));
    const items = keys.flatMap((key, at) =>
      key === '' && !labels[at] ? [] : [{ key, label: labels[at] || key, required: required.has(String(at)) }],
    );
    if (items.length === 0) problems.key = 'need';
    else if (items.some(({ key }) => !/^[A-Z][A-Z0-9_]{0,63}$/.test(key))) problems.key = 'badKey';
    else if (new Set(items.map(({ key }) => key)).size < items.length) problems.key = 'twice';
    return { content: items.map(({ key }) => key).join(', '), metadata: { items } };
  },
};

const listIn = (form: FormData, name: string): string[] => form.getAll(name).map((value) => textOf(value).trim());

function needed(form: FormData, name: string, problems: Problems): string {
  const text = textIn(form, name);
  if (text === '') problems[name] = 'need';
  return text;
}

/** Reads an optional time that must lie in the future. */
function ahead(form: FormData, name: string, { timeZone, now }: Reader, problems: Problems): string | null {
  const moment = momentOf(textIn(form, name), timeZone);
  if (moment !== null && moment <= now) problems[name] = 'past';
  return moment;
}

/** Returns the order that a conversation between a buyer and a seller is about, or null. */
export function orderOf(metadata: Readonly<Record<string, unknown>>): AboutOrder {
  const { kind, entityId, orderNumber } = metadata;
  if (kind !== 'order' || typeof entityId !== 'string') return null;
  return { id: entityId, number: textOf(orderNumber) };
}
