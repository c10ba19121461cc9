import type { OrderFacts } from '#lib/context/ports/orders.ts';
import type { MailLanguage } from '#lib/language/language.ts';
import type { Intent } from '#lib/language/values.ts';
import { templatesEn } from './en.ts';
import { templatesRu } from './ru.ts';
import type { Paragraph, Slot, TemplateIntent, Templates, When } from './template.ts';
import { templatesUk } from './uk.ts';

const templates: Readonly<Record<MailLanguage, Templates>> = { en: templatesEn, uk: templatesUk, ru: templatesRu };

/** A name as people have them. Anything else in its place was put there to be repeated by us. */
const PERSON = /^[\p{L}][\p{L}\p{M}'’.-]{0,30}(?: [\p{L}][\p{L}\p{M}'’.-]{0,30}){0,3}$/u;
const HOST_LIKE = /\.\p{L}{2,}/u;

/** What a template is filled from. */
export type TemplateFacts = {
  readonly name: string | null;
  /** As the mail names it; nobody says yet that there is such an order. */
  readonly orderNumber: string | null;
  /** Of the sender's own order, where one was found. */
  readonly order: OrderFacts | null;
  /** Signs the text where the channel appends nothing. */
  readonly closingName: string | null;
};

const hasTemplate = (intent: Intent): intent is TemplateIntent => intent in templatesEn.bodies;

/** A reply from the approved texts, in the language of the mail; null where a person has to write it. */
export function draftFromTemplate(intent: Intent, language: MailLanguage, facts: TemplateFacts): string | null {
  if (!hasTemplate(intent)) return null;
  const words = templates[language];
  const values = valuesOf(words, facts);
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, slot: Slot) => values[slot] ?? `[${words.labels[slot]}]`);

  const name = facts.name?.trim() ?? '';
  const greeting = isPerson(name) ? words.greetingByName.replace('{name}', () => name) : words.greeting;
  const body = words.bodies[intent].filter((part) => belongs(part, facts)).map((part) => fill(textOf(part)));
  const closing = facts.closingName === null ? [] : [`${words.closing}\n${facts.closingName}`];
  return [greeting, ...body, ...closing].join('\n\n');
}

export const isPerson = (name: string): boolean => PERSON.test(name) && !HOST_LIKE.test(name);

const textOf = (part: Paragraph): string => (typeof part === 'string' ? part : part.text);

function belongs(part: Paragraph, { order, orderNumber }: TemplateFacts): boolean {
  if (typeof part === 'string') return true;
  const conditions: Readonly<Record<When, boolean>> = {
    order: order !== null,
    number: order === null && orderNumber !== null,
    noNumber: order === null && orderNumber === null,
    tracking: order?.trackingUrl != null,
  };
  return conditions[part.when];
}

const valuesOf = (words: Templates, { order, orderNumber }: TemplateFacts): Partial<Record<Slot, string>> => ({
  ...(orderNumber !== null && { number: orderNumber }),
  ...(order && {
    number: order.number,
    status: words.statuses[order.status],
    amount: `${order.amount} ${order.currency}`,
    ...(order.trackingUrl !== null && { tracking: order.trackingUrl }),
  }),
});
