import type { Intent } from '#lib/language/values.ts';

/** What a template may be given. A slot without a value stays open under its label, and an open slot is not sent. */
export const slots = ['number', 'status', 'tracking', 'amount', 'answer', 'steps'] as const;
export type Slot = (typeof slots)[number];

/** When a paragraph belongs: what is known of the order the mail is about. */
export type When = 'order' | 'number' | 'noNumber' | 'tracking';

/** A paragraph with `{slot}` in it. */
export type Paragraph = string | { readonly when: When; readonly text: string };

/** Intents that are answered by a person alone have no template. */
export type TemplateIntent = Exclude<Intent, 'unsubscribe' | 'spam' | 'other'>;

export type Templates = {
  readonly greeting: string;
  readonly greetingByName: string;
  readonly closing: string;
  readonly labels: Readonly<Record<Slot, string>>;
  /** Of an order, said within a sentence. */
  readonly statuses: Readonly<Record<'new' | 'paid' | 'processing' | 'shipped' | 'completed' | 'canceled', string>>;
  readonly bodies: Readonly<Record<TemplateIntent, readonly Paragraph[]>>;
};
