import sharp from 'sharp';
import { POST } from '#app/api/media/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { MediaFiles, Orders, Products } from '#lib/store/collections.ts';
import { mediaKey, newMediaFile } from '#lib/store/media/media-files.ts';
import { mediaOwnerOf } from '#lib/store/media/media-owner.ts';
import { spendMediaQuota } from '#lib/store/media/media-quota.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { formOf } from '#tests/support/upload.ts';
import { everyRow } from '#tests/support/world.ts';

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

/** Inserts a picture as an upload leaves it, with nine bytes, and returns its id. */
export async function addPicture(world: TestContext, patch: Partial<MediaFile>): Promise<string> {
  const id = newId('file');
  const given = { uploadedBy: 'usr_1', sha256: 'a'.repeat(64), width: 640, height: 480 };
  await world.files.put(mediaKey(id, 640), new Uint8Array(9));
  const file = newMediaFile({ ...given, sizes: [{ px: 640, bytes: 9 }], ...patch }, world.now());
  await world.data.tx(async (t) => {
    await spendMediaQuota(t, mediaOwnerOf(file), file.bytes);
    t.create(MediaFiles, id, file);
  });
  return id;
}

/** Returns the pictures whose counters are not those of the products that name them. */
export async function wronglyCounted({ data }: TestContext): Promise<readonly object[]> {
  const products = (await everyRow(data, Products)).map((row) => row.data);
  const shown = ['published', 'hidden', 'archived'];
  const files = await everyRow(data, MediaFiles);
  return files.flatMap(({ id, data: { uses, publicUses, state } }) => {
    const naming = products.filter(({ images }) => images.some(({ fileId }) => fileId === id));
    const right = { uses: naming.length, publicUses: naming.filter(({ status }) => shown.includes(status)).length };
    const isLost = naming.length > 0 && state !== 'used';
    return uses === right.uses && publicUses === right.publicUses && !isLost ? [] : [{ id, uses, publicUses, right }];
  });
}
