import { z } from 'zod';

const text = z.string().min(1);

/** The mail about a change of the account that a seller is paid to, in one language. */
export const payoutMailSchema = z.strictObject({
  subject: text,
  heading: text,
  text,
  until: text,
  button: text,
  stranger: text,
});
export type PayoutMailTexts = z.infer<typeof payoutMailSchema>;
