import { z } from 'zod';
import { loginPurposes } from '#lib/auth/values.ts';

const text = z.string().min(1);

/** What the mails that carry a code say in one language. */
export const loginMailTextsSchema = z.record(
  z.enum(loginPurposes),
  z.strictObject({
    /** Stands behind the code. */
    subject: text,
    heading: text,
    type: text,
    /** A step-up has no link: both are empty there. */
    press: z.string(),
    button: z.string(),
    life: text,
    stranger: text,
  }),
);
export type LoginMailTexts = z.infer<typeof loginMailTextsSchema>;
