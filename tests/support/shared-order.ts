import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { asUser, type Overrides } from './context.ts';
import { payingShopper, placeOrder } from './paying.ts';
import { addProduct, addVendor, TEST_VENDOR_ID } from './shop.ts';

export const RIVAL_ID = 'vnd_rival';

/** Opens a shop with two sellers, `mug` of the first and `vase` of the second, and their people. */
export async function sharedShop(overrides: Overrides = {}) {
  const buyer = await payingShopper({ units: { mug: 10 }, ...overrides });
  await addVendor(buyer, RIVAL_ID);
  await addProduct(buyer, 'vase', 10, { vendorId: RIVAL_ID });
  installRuntime(buyer);
  const [potter, rival, admin] = [
    await asUser(buyer, { vendorId: TEST_VENDOR_ID }),
    await asUser(buyer, { vendorId: RIVAL_ID }),
    await asUser(buyer, { role: 'admin' }),
  ];
  await buyer.data.batch((write) => {
    write.update(Vendors, TEST_VENDOR_ID, { ownerId: potter.user.id });
    write.update(Vendors, RIVAL_ID, { ownerId: rival.user.id });
  });
  return { buyer, potter, rival, admin };
}
export type SharedShop = Awaited<ReturnType<typeof sharedShop>>;

/** Places an order of both sellers and pays for it by credit. Returns its id. */
export async function buyOfBoth(
  buyer: UserContext,
  units: Readonly<Record<string, number>> = { mug: 2, vase: 1 },
): Promise<string> {
  const { id } = await placeOrder(buyer, units);
  await payByCredit(buyer, id);
  return id;
}

export const orderOf = async ({ data }: Pick<UserContext, 'data'>, id: string): Promise<Order> =>
  (await data.need(Orders, id)).data;

export async function partOf(ctx: Pick<UserContext, 'data'>, id: string, vendorId: string): Promise<OrderPart> {
  const part = (await orderOf(ctx, id)).parts.find((one) => one.vendorId === vendorId);
  if (!part) throw new Error(`${id} has no part of ${vendorId}`);
  return part;
}
