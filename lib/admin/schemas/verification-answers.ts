import { z } from 'zod';
import { documentTypes } from '#lib/admin/verification/values.ts';
import { countryCode } from '#lib/core/countries.ts';
import {
  accountHolder,
  contactEmail,
  ibanText,
  line,
  phoneText,
  vendorName,
} from '#lib/store/schemas/vendor-fields.ts';

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

/** The answers of an application to sell. The bank account is not among them: it is kept encrypted on the seller. */
export const vendorAnswers = z
  .strictObject({
    name: vendorName,
    legalName: line(2, 200),
    country: countryCode,
    taxId: line(4, 40),
    contactEmail,
    phone: phoneText.exactOptional(),
    about: z.string().trim().max(4000).exactOptional(),
  })
  .meta({ id: 'VendorAnswers' });
export type VendorAnswers = z.output<typeof vendorAnswers>;

/** What a person sends who applies to sell. */
export const vendorApplication = vendorAnswers
  .extend({ iban: ibanText, accountHolder, acceptedTerms: z.literal(true, 'must be accepted') })
  .meta({ id: 'VendorApplication' });
export type VendorApplication = z.output<typeof vendorApplication>;

/** The bank account among the answers of an applicant. */
export const accountPart = z.object({ answers: z.strictObject({ iban: ibanText, accountHolder }) });
