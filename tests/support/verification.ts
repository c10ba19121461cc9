import type { IdentityAnswers, VendorApplication } from '#lib/admin/schemas/verification-answers.ts';
import { applyForVerification } from '#lib/admin/verification/apply.ts';
import { addEvidence } from '#lib/admin/verification/evidence.ts';
import type { UserContext } from '#lib/context/context.ts';

export const identity: IdentityAnswers = {
  legalName: 'Olena Koval',
  birthDate: '1990-05-17',
  country: 'UA',
  documentType: 'passport',
  documentNumberLast4: '12AB',
};

/** An application to sell. The account number is an example of the registry. */
export const shopApplication: VendorApplication = {
  name: 'Fine Coins',
  legalName: 'Fine Coins LLC',
  country: 'UA',
  taxId: '12345678',
  contactEmail: 'coins@seller.test',
  phone: '+380 44 123 45 67',
  iban: 'UA21 3223 1300 0002 6007 2335 6600 1',
  accountHolder: 'Fine Coins LLC',
  acceptedTerms: true,
};

/** Applies to sell as a user. Returns the procedure number. */
export async function putApplication(as: UserContext, more: Partial<VendorApplication> = {}): Promise<string> {
  const application = { kind: 'vendor', answers: { ...shopApplication, ...more } } as const;
  return (await applyForVerification(as, application)).procedureNumber;
}

/** Returns a PDF with the given text. */
export const pdfOf = (text: string) => ({ filename: 'passport.pdf', bytes: Buffer.from(`%PDF-1.7\n${text}`) });

/** Applies as a user, with one file as evidence unless `withFile` is false. Returns the procedure number. */
export async function putProcedure(as: UserContext, { withFile = true } = {}): Promise<string> {
  const { procedureNumber } = await applyForVerification(as, { kind: 'identity', answers: identity });
  if (withFile) await addEvidence(as, procedureNumber, { kind: 'document_front', file: pdfOf(procedureNumber) });
  return procedureNumber;
}
