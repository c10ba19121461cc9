import { z } from 'zod';
import { intents } from '#lib/language/values.ts';

/** What a template may be given. A slot without a value stays open under its label, and an open slot is not sent. */
const slots = ['number', 'status', 'tracking', 'amount', 'answer', 'steps'] as const;
export type Slot = (typeof slots)[number];

/** When a paragraph belongs: what is known of the order the mail is about. */
const whens = ['order', 'number', 'noNumber', 'tracking'] as const;
export type When = (typeof whens)[number];

/** Names between braces are slots. */
const filled = z
  .string()
  .min(1)
  .refine((text) => [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => slots.some((slot) => slot === name)));
const paragraph = z.union([filled, z.strictObject({ when: z.enum(whens), text: filled })]);
export type Paragraph = z.infer<typeof paragraph>;

const text = z.string().min(1);

/** The reply templates of one language. */
export const templatesSchema = z.strictObject({
  greeting: text,
  greetingByName: text.includes('{name}'),
  closing: text,
  labels: z.record(z.enum(slots), text),
  /** Of an order, said within a sentence. */
  statuses: z.strictObject({ new: text, paid: text, processing: text, shipped: text, completed: text, canceled: text }),
  /** Intents that are answered by a person alone have no template. */
  bodies: z.record(z.enum(intents).exclude(['unsubscribe', 'spam', 'other']), z.array(paragraph).min(1)),
});
export type Templates = z.infer<typeof templatesSchema>;
export type TemplateIntent = keyof Templates['bodies'];
