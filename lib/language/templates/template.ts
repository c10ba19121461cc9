import type { Intent } from '#lib/language/values.ts';

/**
 * The values that a template may use. A slot without a value becomes a placeholder with its label, and a draft with a
 * placeholder cannot be sent.
 */
export const slots = ['number', 'status', 'tracking', 'amount', 'answer', 'steps'] as const;
export type Slot = (typeof slots)[number];

/** The condition of a paragraph: what is known about the order in the mail. */
export type When = 'order' | 'number' | 'noNumber' | 'tracking';

/** A paragraph, with `{slot}` for values. */
export type Paragraph = string | { readonly when: When; readonly text: string };

/** The intents with a template. Only a person answers the others. */
export type TemplateIntent = Exclude<Intent, 'unsubscribe' | 'spam' | 'other'>;

export type Templates = {
  readonly greeting: string;
  readonly greetingByName: string;
  readonly closing: string;
  readonly labels: Readonly<Record<Slot, string>>;
  /** The status of an order, as worded inside a sentence. */
  readonly statuses: Readonly<Record<'new' | 'paid' | 'processing' | 'shipped' | 'completed' | 'canceled', string>>;
  readonly bodies: Readonly<Record<TemplateIntent, readonly Paragraph[]>>;
};
