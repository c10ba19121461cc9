import { z } from 'zod';
import { documentTypes } from '#lib/admin/verification/values.ts';
import { countryCode } from '#lib/core/countries.ts';

/** One line without control characters. */
const line = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(least)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'must be one line of plain text');

/** The answers of an identity procedure. The form asks only for the last four characters of the document number. */
export const identityAnswers = z
  .strictObject({
    legalName: line(2, 120),
    birthDate: z.iso.date('must be a date such as 1990-05-17'),
    country: countryCode,
    documentType: z.enum(documentTypes),
    documentNumberLast4: z.string().regex(/^[A-Z0-9]{4}$/, 'must be 4 characters from A-Z and 0-9'),
    note: z.string().trim().max(500).exactOptional(),
  })
  .meta({ id: 'IdentityAnswers' });
export type IdentityAnswers = z.output<typeof identityAnswers>;
