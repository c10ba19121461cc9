import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { VendorApplication } from '#lib/admin/schemas/verification-answers.ts';
import type { OwnProcedure } from '#lib/admin/schemas/verification-views.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { planApplication } from '#lib/store/vendors/application.ts';
import { checkedAccount, sealAccount } from '#lib/store/vendors/payout-seal.ts';
import { notifyOwner } from './notify-owner.ts';
import { newProcedureNumber, openProcedure } from './open-procedure.ts';
import { ownProcedureOf } from './own-procedures.ts';
import { publishTransition } from './record-transition.ts';

/**
 * Opens a procedure about the shop that the caller wants to open, and the shop itself as `applied`. A second attempt
 * updates the same shop. The bank account is encrypted and is in no answer. Throws AlreadyVendor for an approved or
 * suspended shop, AlreadyOpen while another application is open, TooEarly within seven days of a rejection, and
 * NoEncryptionKey on a server that cannot encrypt the account.
 */
export async function applyToSell(ctx: UserContext, application: VendorApplication): Promise<OwnProcedure> {
  const now = ctx.now();
  const { iban, accountHolder, acceptedTerms: _, ...answers } = application;
  const account = checkedAccount({ iban, accountHolder });
  const vendorId = ctx.user.vendorId ?? newId('vendor');
  const sealed = sealAccount(ctx, vendorId, account);
  const number = newProcedureNumber(now);
  const procedure = await ctx.data.tx(
    async (t) => {
      const owner = await getStandingUser(t, ctx.user.id);
      assertMayWrite({ user: owner });
      // Another call of the same person may have opened the shop meanwhile: then its application is open too.
      const subjectId = owner.vendorId ?? vendorId;
      const write = await planApplication(t, { ...{ vendorId: subjectId, owner, number, answers, now }, ...sealed });
      const opened: Procedure = await openProcedure(
        t,
        { subjectType: 'vendor', subjectId, subjectName: answers.name, ownerId: owner.id, kind: 'vendor' },
        { number, answers: { ...answers } as Procedure['answers'], now },
      );
      write(t);
      notifyOwner(t, number, opened, 'submitted', now);
      return opened;
    },
    { lane: `users/${ctx.user.id}`, mayQuery: true },
  );
  await publishTransition(ctx, procedure);
  ctx.log('info', 'verification.submitted', { number, userId: ctx.user.id, kind: 'vendor' });
  return ownProcedureOf({ id: number, data: procedure });
}
