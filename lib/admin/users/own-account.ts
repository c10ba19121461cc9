import type { AccountDeleted } from '#lib/admin/schemas/own-account.ts';
import { emailKeyOf } from '#lib/auth/email-key.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUpAlways } from '#lib/context/step-up.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader } from '#lib/data/store.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { settlementsOfVendor } from '#lib/payments/queries.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import { assertNotLastSuperadmin, eraseAccount } from './delete-user.ts';

const PAGE = 500;

/**
 * Deletes the caller's own account, by the function that administrators use. It always needs a fresh step-up, and the
 * address of the account as a confirmation. Throws LastSuperadmin, and AccountInUse while credit is left or a shop has
 * open parts or money not yet paid out. Open orders of a buyer do not hinder.
 */
export async function deleteOwnAccount(
  ctx: UserContext,
  { confirmEmail }: { readonly confirmEmail: string },
): Promise<AccountDeleted> {
  if (emailKeyOf(confirmEmail) !== ctx.user.emailKey)
    throw invalid('Type the email address of your account', { confirmEmail: 'is not the address of this account' });
  const { vendorId } = ctx.user;
  const shop = vendorId === null ? nothingOpen : await openBusinessOf(ctx.data, vendorId);
  const { purgeBy } = await eraseAccount(ctx, ctx.user.id, async (t, target, superadmins) => {
    assertSteppedUpAlways(ctx);
    assertNotLastSuperadmin(target, superadmins);
    const balanceMinor = (await t.get(CreditAccounts, target.id))?.data.balanceMinor ?? 0;
    if (balanceMinor > 0 || shop.parts > 0 || shop.settlements > 0)
      throw conflict('Spend your credit and finish the business of your shop first', {
        code: 'AccountInUse',
        details: {
          balanceMinor: String(balanceMinor),
          parts: String(shop.parts),
          settlements: String(shop.settlements),
        },
      });
  });
  return { deleted: true, purgeBy };
}

/** What keeps an account: credit, parts that a shop still has to ship, and sales not yet paid out to it. */
export async function accountInUse({ data, user }: UserContext) {
  const [{ balanceMinor, currency }, shop] = await Promise.all([
    creditOf(data, user.id),
    user.vendorId === null ? nothingOpen : openBusinessOf(data, user.vendorId),
  ]);
  return { balanceMinor, currency, ...shop };
}

const nothingOpen = { parts: 0, settlements: 0 };

async function openBusinessOf(data: Reader, vendorId: string): Promise<typeof nothingOpen> {
  let parts = 0;
  for (const status of ['paid', 'processing'] as const)
    for await (const rows of pagesOf(data, (after) => ordersNewestFirst({ vendorId, status }, PAGE, after)))
      parts += rows.filter(({ data: { parts: all } }) =>
        all.some((part) => part.vendorId === vendorId && part.state === 'pending'),
      ).length;
  let settlements = 0;
  for (const state of ['accrued', 'payable'] as const)
    for await (const rows of pagesOf(data, (after) => settlementsOfVendor({ vendorId, state }, PAGE, after)))
      settlements += rows.length;
  return { parts, settlements };
}
