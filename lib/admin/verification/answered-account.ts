import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { accountPart } from '#lib/admin/schemas/verification-answers.ts';
import { parsePart } from '#lib/api/read-input.ts';
import type { UserContext } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import { checkedAccount, openAccount, type SealedAccount, sealAccount } from '#lib/store/vendors/payout-seal.ts';
import { accountAnswers } from './answers.ts';

/**
 * Returns the encrypted bank account that an applicant's answer gives, or null for an answer without one. What it leaves
 * out stays as it was. Throws ValidationError for a number that no bank can have.
 */
export async function answeredAccount(
  ctx: UserContext,
  { kind, subjectId }: Procedure,
  answers: Readonly<Record<string, string>>,
): Promise<SealedAccount | null> {
  if (kind !== 'vendor' || !accountAnswers.some((name) => Object.hasOwn(answers, name))) return null;
  const { payout } = (await ctx.data.need(Vendors, subjectId)).data;
  const known = payout === null ? { iban: '', accountHolder: '' } : openAccount(ctx, subjectId, payout);
  const given = Object.fromEntries(accountAnswers.flatMap((name) => (name in answers ? [[name, answers[name]]] : [])));
  const { answers: merged } = parsePart(accountPart, { answers: { ...known, ...given } }, 'body');
  return sealAccount(ctx, subjectId, checkedAccount(merged));
}
