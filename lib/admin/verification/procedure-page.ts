import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { ProcedureAnswer } from '#lib/admin/schemas/verification-views.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { answerNames } from './answers.ts';
import { getProcedure } from './queue.ts';
import { type ReasonTexts, reasonTextsFor } from './reason-texts.ts';

/** What the page of a procedure shows beside the procedure itself. */
export type ProcedurePage = ProcedureAnswer & {
  /** The person, or the owner of the shop. */
  readonly owner: { readonly id: string; readonly name: string };
  /** The answers that a question may be about. */
  readonly askable: readonly string[];
  /** The rejection templates in the owner's language. */
  readonly reasonTexts: ReasonTexts;
};

/** Returns the page of a procedure, or `own` for the administrator's own case. Throws NotFound for an unknown number. */
export async function findProcedurePage(ctx: UserContext, number: string): Promise<ProcedurePage | 'own'> {
  const { ownerId, kind } = (await ctx.data.need(VerificationProcedures, number)).data;
  if (ownerId === ctx.user.id) return 'own';
  const [answer, owner, reasonTexts] = await Promise.all([
    getProcedure(ctx, number),
    ctx.data.get(Users, ownerId),
    reasonTextsFor(ctx, ownerId),
  ]);
  return {
    ...answer,
    owner: { id: ownerId, name: owner?.data.name || owner?.data.email || ownerId },
    askable: answerNames(kind),
    reasonTexts,
  };
}
