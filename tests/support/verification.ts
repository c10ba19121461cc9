import type { IdentityAnswers } from '#lib/admin/schemas/verification-answers.ts';
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

/** Returns a PDF with the given text. */
export const pdfOf = (text: string) => ({ filename: 'passport.pdf', bytes: Buffer.from(`%PDF-1.7\n${text}`) });

/** Applies as a user, with one file as evidence unless `withFile` is false. Returns the procedure number. */
export async function putProcedure(as: UserContext, { withFile = true } = {}): Promise<string> {
  const { procedureNumber } = await applyForVerification(as, { kind: 'identity', answers: identity });
  if (withFile) await addEvidence(as, procedureNumber, { kind: 'document_front', file: pdfOf(procedureNumber) });
  return procedureNumber;
}
