import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { Application } from '#lib/admin/schemas/verification-input.ts';
import type { OwnProcedure } from '#lib/admin/schemas/verification-views.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { assertOfAge } from './answers.ts';
import { applyToSell } from './apply-to-sell.ts';
import { newProcedureNumber, openProcedure, type Subject } from './open-procedure.ts';
import { ownProcedureOf } from './own-procedures.ts';
import { publishTransition } from './record-transition.ts';

/** Opens a procedure about the caller's identity or about the shop that they want to open. */
export const applyForVerification = (ctx: UserContext, application: Application): Promise<OwnProcedure> =>
  application.kind === 'vendor' ? applyToSell(ctx, application.answers) : applyForIdentity(ctx, application);

/**
 * Opens a procedure about the caller's identity. Throws AlreadyVerified, AlreadyOpen while another procedure is
 * open, and TooEarly within seven days of a rejection.
 */
async function applyForIdentity(
  ctx: UserContext,
  { kind, answers }: Extract<Application, { kind: 'identity' }>,
): Promise<OwnProcedure> {
  const now = ctx.now();
  assertOfAge(answers, now);
  const number = newProcedureNumber(now);
  const procedure = await ctx.data.tx(
    async (t) => {
      const user = await getStandingUser(t, ctx.user.id);
      assertMayWrite({ user });
      if (user.isVerified) throw conflict('Your account is already verified', { code: 'AlreadyVerified' });
      const subject: Subject = {
        ...{ subjectType: 'user', subjectId: user.id, subjectName: user.name || answers.legalName },
        ...{ ownerId: user.id, kind },
      };
      return openProcedure(t, subject, { number, answers: { ...answers } as Procedure['answers'], now });
    },
    { lane: `users/${ctx.user.id}`, mayQuery: true },
  );
  await publishTransition(ctx, procedure);
  ctx.log('info', 'verification.submitted', { number, userId: ctx.user.id, kind });
  return ownProcedureOf({ id: number, data: procedure });
}
