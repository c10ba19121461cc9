import sharp from 'sharp';
import { POST } from '#app/api/media/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { formOf } from '#tests/support/upload.ts';

type Person = TestContext & UserContext;
type Fields = Readonly<Record<string, string>>;

let shade = 0;
/** Returns a picture that no other call has returned. */
export async function picture(width = 400, height = 300): Promise<Uint8Array> {
  shade += 1;
  const background = { r: shade % 256, g: shade >> 8, b: 99 };
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
}

/** Returns the signed-in owner of an approved shop. */
export async function newSeller(world: TestContext): Promise<Person & { readonly vendorId: string }> {
  const owner = await asUser(world);
  const vendorId = await createVendor(world, {
    ...{ name: `Shop ${newId('vendor')}`, country: 'UA', contactEmail: 'a@plaza.test', ownerId: owner.user.id },
  });
  return { ...owner, user: { ...owner.user, vendorId }, vendorId };
}

let orders = 0;
/** Returns a signed-in user with one order, by default a paid one. */
export async function newBuyer(world: TestContext, patch: Partial<Order>): Promise<Person> {
  const buyer = await asUser(world);
  orders += 1;
  const paid = { userId: buyer.user.id, status: 'paid', payState: 'paid', ...patch } as const;
  await world.data.create(Orders, newId('order'), orderRow(orders, world.now().toISOString(), paid));
  return buyer;
}

export const post = async (as: Person, bytes: Uint8Array, fields: Fields = {}) =>
  call(POST, { as, ...(await formOf([{ filename: 'a.png', bytes }], fields)) });

/** Uploads a picture, expects it to be accepted, and returns its id. */
export async function uploaded(as: Person, fields: Fields = {}): Promise<string> {
  const { body, text } = await post(as, await picture(), fields);
  if (!body.file) throw new Error(`the picture was refused: ${text}`);
  return body.file.id;
}
