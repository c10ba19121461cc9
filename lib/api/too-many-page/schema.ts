import { z } from 'zod';

const text = z.string().min(1);

/** The texts of one language. An abbreviation follows the number, with one form for every number. */
export const tooManyTextsSchema = z.strictObject({ title: text, text: text.includes('{seconds}'), retry: text });
export type TooManyTexts = z.infer<typeof tooManyTextsSchema>;
