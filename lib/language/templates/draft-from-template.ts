import type { OrderFacts } from '#lib/context/ports/orders.ts';
import type { MailLanguage } from '#lib/language/language.ts';
import type { Intent } from '#lib/language/values.ts';
import en from './en.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import type { Paragraph, Slot, TemplateIntent, Templates, When } from './schema.ts';
import uk from './uk.json' with { type: 'json' };

/** TypeScript reads `when` as any text; a test checks the files against their schema. */
export const templates = { en, uk, ru } as Readonly<Record<MailLanguage, Templates>>;

/** Matches a normal personal name. Other text in the name field was put there so that we repeat it. */
const PERSON = /^[\p{L}][\p{L}\p{M}'’.-]{0,30}(?: [\p{L}][\p{L}\p{M}'’.-]{0,30}){0,3}$/u;
const HOST_LIKE = /\.\p{L}{2,}/u;

/** The facts that fill a template. */
export type TemplateFacts = {
  readonly name: string | null;
  /** The order number as the mail states it. Such an order may not exist. */
  readonly orderNumber: string | null;
  /** The sender's own order, if one was found. */
  readonly order: OrderFacts | null;
  /** The name that signs the text when the channel appends no signature. */
  readonly closingName: string | null;
};

const hasTemplate = (intent: Intent): intent is TemplateIntent => intent in templates.en.bodies;

/**
 * Returns a reply from the approved templates, in the language of the mail. Returns null when a person has to write the
 * reply.
 */
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
