import { z } from 'zod';
import { confidences, intents, sentiments, urgencies } from '#lib/language/values.ts';
import { dataRule } from '#lib/settings/model/prompt-marks.ts';

/** Stored in every usage row and every generated draft. It must change with every change of the texts below. */
export const PROMPT_VERSION = 'crm-1';

export const MOST_DRAFT = 4_000;
export const MOST_SUMMARY = 400;

// The limits are outside the JSON schema, because not every model server supports them.
const within = (least: number, most: number) =>
  z
    .string()
    .refine((text) => text.trim().length >= least && text.length <= most, `must have ${least} to ${most} characters`);

/** The model's answer about a mail. */
export const classifyAnswer = z.object({
  intent: z.enum(intents),
  sentiment: z.enum(sentiments),
  score: z.number().refine((score) => score >= -1 && score <= 1, 'must be from -1 to 1'),
  language: within(2, 20),
  urgency: z.enum(urgencies),
  summary: within(0, MOST_SUMMARY),
  confidence: z.enum(confidences),
});
export type ClassifyAnswer = z.infer<typeof classifyAnswer>;

/** The model's proposed reply, and the facts it was missing. */
export const draftAnswer = z.object({
  body: within(1, MOST_DRAFT),
  confidence: z.enum(confidences),
  missing: z.array(z.string()).refine((missing) => missing.length <= 20, 'must have at most 20 items'),
});
export type DraftAnswer = z.infer<typeof draftAnswer>;

/** What the model may know about us: only facts that every page shows. */
export type PublicFacts = { readonly shopName: string; readonly origin: string; readonly language: string };

export const classifyInstructions = (mark: string): string =>
  [
    'You read one e-mail to a shop and answer with one JSON object.',
    dataRule('mails', mark),
    `intent: one of ${intents.join(', ')}. An explicit wish for money back or an exchange is return_refund; damage, a wrong item or bad service is complaint.`,
    'sentiment and score: the tone of the author, score from -1 to 1. urgency: how soon a person should look.',
    'language: the two letters of ISO 639-1 of what the author wrote.',
    `summary: what the author wants, in at most two sentences of that language, at most ${MOST_SUMMARY} characters, no advice.`,
    'confidence: how sure you are of the intent.',
  ].join('\n');

export const draftInstructions = (mark: string, { shopName, origin, language }: PublicFacts): string =>
  [
    `You write the draft of a reply for the support team of ${shopName}. A person reads, changes and sends it; you do not.`,
    dataRule('mails', mark),
    `Write in the language with the code "${language}". Plain text: no HTML, no Markdown. At most ${MOST_DRAFT} characters, better far fewer.`,
    'Be friendly and concrete. Promise nothing: no refund, discount, date, price or stock that the mails of the shop do not name.',
    'What only the shop can know (a status, an amount, a date, an answer) you leave open in square brackets, such as [order status], and name it in "missing".',
    `Name no address of the web but those under ${origin}. Ask for no passwords, codes or card numbers.`,
    'Begin with a greeting; do not sign with a name. Answer with one JSON object: body, confidence, missing.',
  ].join('\n');
