import { z } from 'zod';

/** One line without control characters. */
export const line = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(least)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'must be one line of plain text');

export const vendorName = line(2, 120);
export const contactEmail = z.email('must be an email address').max(254);
export const phoneText = z
  .string()
  .trim()
  .regex(/^[+0-9 ()./-]{5,32}$/, 'must be a phone number');
export const note = z.string().trim().max(2000);

/** An account number as a person types it, with spaces. Its rule is in `lib/core/iban.ts`. */
export const ibanText = z.string().max(64);
export const accountHolder = line(2, 120);
