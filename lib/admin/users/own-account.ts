import type { AccountDeleted } from '#lib/admin/schemas/own-account.ts';
import { emailKeyOf } from '#lib/auth/email-key.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUpAlways } from '#lib/context/step-up.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import type { Reader } from '#lib/data/store.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { settlementsOfVendor } from '#lib/payments/queries.ts';
import { Orders } from '#lib/store/collections.ts';
import { assertNotLastSuperadmin, eraseAccount } from './delete-user.ts';

/** Open sales of a shop are counted up to this number. */
const MOST_COUNTED = 100;

/**
 * Deletes the caller's own account, by the function that administrators use. It always needs a fresh step-up, and the
 * address of the account as a confirmation. Throws LastSuperadmin, and AccountInUse while credit is left or a shop has
 * open parts or money not yet paid out. Open orders of a buyer do not hinder.
 */
export async function deleteOwnAccount(
  ctx: UserContext,
  { confirmEmail }: { readonly confirmEmail: string },
): Promise<AccountDeleted> {
  assertSteppedUpAlways(ctx);
  if (emailKeyOf(confirmEmail) !== ctx.user.emailKey)
    throw invalid('Type the email address of your account', { confirmEmail: 'is not the address of this account' });
  const { purgeBy } = await eraseAccount(ctx, ctx.user.id, async (t, target, superadmins) => {
    assertNotLastSuperadmin(target, superadmins);
    const balanceMinor = (await t.get(CreditAccounts, target.id))?.data.balanceMinor ?? 0;
    const { parts, settlements } = await openBusinessOf(t, target.vendorId);
    if (balanceMinor > 0 || settlements > 0)
      throw conflict('Spend your credit and finish the business of your shop first', {
        code: 'AccountInUse',
        details: { balanceMinor: String(balanceMinor), parts: String(parts), settlements: String(settlements) },
      });
  });
  return { deleted: true, purgeBy };
}

/** What keeps an account: credit, parts that a shop still has to ship, and sales not yet paid out to it. */
export async function accountInUse({ data, user }: UserContext) {
  const [{ balanceMinor, currency }, shop] = await Promise.all([
    creditOf(data, user.id),
    openBusinessOf(data, user.vendorId),
  ]);
  return { balanceMinor, currency, ...shop };
}

/**
 * Counts the sales of a shop that are not paid out, and those of them that are not shipped. A paid order has a
 * settlement for each of its shops until the money is paid out or returned, so no other order has to be read.
 */
async function openBusinessOf(data: Reader, vendorId: string | null) {
  if (vendorId === null) return { parts: 0, settlements: 0 };
  const pages = await Promise.all(
    (['accrued', 'payable'] as const).map((state) => data.find(settlementsOfVendor({ vendorId, state }, MOST_COUNTED))),
  );
  const open = pages.flatMap(({ rows }) => rows);
  const orders = await data.getMany(Orders, [...new Set(open.map(({ data: { orderId } }) => orderId))]);
  const unshipped = orders.filter((order) =>
    order?.data.parts.some(
      (part) => part.vendorId === vendorId && (part.state === 'pending' || part.state === 'processing'),
    ),
  );
  return { parts: unshipped.length, settlements: open.length };
}
