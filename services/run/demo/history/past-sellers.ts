import { confirmAccount } from '#lib/admin/vendors/payout-account.ts';
import { suspendVendor } from '#lib/admin/vendors/suspend.ts';
import { applyToSell } from '#lib/admin/verification/apply-to-sell.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import type { UserContext } from '#lib/context/context.ts';
import { systemContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { addDelivery, findDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { createProducts } from '#lib/store/products/products.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { askForAccount } from '#lib/store/vendors/payout-account.ts';
import { changeProfile } from '#lib/store/vendors/profile.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { pictureOf, productIdOf, vendorIdOf } from '#services/run/demo/ids.ts';
import { demoPeople } from '#services/run/demo/people/people.ts';
import { type DemoVendorKey, demoVendorKeys } from '#services/run/demo/values.ts';
import { demoHistory } from './data.ts';
import type { Past } from './past.ts';

const { approved, suspended, applied, rejected } = demoHistory.sellers;
const ADMIN = 'admin@plaza.test';

/** The approved sellers describe how they deliver, add options, and ask to be paid to an account. */
export async function furnishSellers(past: Past): Promise<void> {
  for (const key of demoVendorKeys) {
    const ctx = await past.as(demoPeople.sellers[key].owner.email);
    const { phone, deliveryNote, returnsNote, iban, accountHolder } = approved[key];
    await changeProfile(ctx, { phone, deliveryNote, returnsNote });
    await addOptions(ctx, key);
    const { payout, payoutPending } = await vendorOf(past, key);
    if (payout === null && payoutPending === null) await askForAccount(ctx, { iban, accountHolder });
  }
}

async function addOptions(ctx: UserContext, key: DemoVendorKey): Promise<void> {
  const acting = await actingVendor(ctx, 'write');
  const { length } = await findDeliveries(ctx.data, vendorIdOf(key));
  for (const option of demoHistory.deliveries[key].slice(length)) await addDelivery(ctx, acting, option);
}

/** The accounts of two sellers are confirmed. That of the third waits for an administrator. */
export async function confirmAccounts(past: Past): Promise<void> {
  const admin = await past.as(ADMIN);
  for (const key of ['hlyna', 'sova'] as const) {
    const { payoutPending, version } = await vendorOf(past, key);
    if (payoutPending !== null) await confirmAccount(admin, vendorIdOf(key), { version });
  }
}

/** Opens the shop that is suspended later, with its goods. */
export async function openAttic(past: Past): Promise<void> {
  const { goods, owner, name, about, country, contactEmail } = suspended;
  const { user } = await past.as(owner.email);
  const ctx = systemContext(past.runtime, newId('request'));
  const vendorId = vendorIdOf('attic');
  if (user.vendorId === null)
    await createVendor(ctx, { ...{ name, about, country, contactEmail }, id: vendorId, ownerId: user.id });
  const known = await ctx.data.getMany(
    Products,
    goods.map(({ slug }) => productIdOf(slug)),
  );
  const missing = goods.filter((_, place) => known[place] === undefined);
  await createProducts(
    ctx,
    missing.map(({ picture, category, en, uk, ru, ...listing }) => ({
      ...listing,
      ...en,
      ...{ id: productIdOf(listing.slug), vendorId, translations: { uk, ru }, categories: [category] },
      images: [pictureOf(picture, 1)],
    })),
  );
}

export async function suspendAttic(past: Past): Promise<void> {
  await suspendVendor(await past.as(ADMIN), vendorIdOf('attic'), { reason: suspended.reason });
}

/** A person applies to sell what the shop does not allow. */
export const applyInVain = (past: Past): Promise<void> => apply(past, rejected);

export async function rejectApplication(past: Past): Promise<void> {
  const { user } = await past.as(rejected.owner.email);
  const { data } = await past.runtime.data.need(Vendors, user.vendorId ?? '');
  if (data.status !== 'applied' || data.procedureNumber === null) return;
  const { reason, reasonCode } = rejected;
  await reviewProcedure(await past.as(ADMIN), data.procedureNumber, 'reject', { reason, reasonCode });
}

/** A person applies to sell, and waits for an answer. */
export const applyLately = (past: Past): Promise<void> => apply(past, applied);

async function apply(past: Past, { owner, application }: typeof applied): Promise<void> {
  const ctx = await past.as(owner.email);
  if (ctx.user.vendorId === null) await applyToSell(ctx, application);
}

const vendorOf = async ({ runtime }: Past, key: DemoVendorKey) =>
  (await runtime.data.need(Vendors, vendorIdOf(key))).data;
