import { beforeAll, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as readMedia } from '#app/api/media/[id]/route.ts';
import * as profile from '#app/api/vendor/profile/route.ts';
import { reinstateVendor, suspendVendor } from '#lib/admin/vendors/suspend.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { MediaFiles, Vendors } from '#lib/store/collections.ts';
import { forgetSeller } from '#lib/store/vendors/forget-seller.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { addPicture, newSeller } from '#tests/support/media.ts';

let world: TestContext;
let admin: TestContext & UserContext;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

type Seller = Awaited<ReturnType<typeof newSeller>>;
const change = (as: Seller, body: object) => call(profile.PATCH, { as, body, method: 'PATCH' });
const pictureOf = ({ vendorId }: Seller) => addPicture(world, { vendorId, use: 'logo' });
const countsOf = async (id: string) => {
  const { uses, publicUses } = (await world.data.need(MediaFiles, id)).data;
  return [uses, publicUses];
};
const seenByGuests = async (id: string) => (await call(readMedia, { params: { id } })).status;

describe('the logo of a shop', () => {
  it('is an upload of the shop, counts as a public use, and is replaced and removed', async () => {
    const owner = await newSeller(world);
    const [first, second] = [await pictureOf(owner), await pictureOf(owner)];

    const { status, body } = await change(owner, { logo: first });
    expect([status, body.vendor.logo]).toEqual([200, { id: first, url: `/api/media/${first}` }]);
    expect(await countsOf(first)).toEqual([1, 1]);
    await change(owner, { logo: first });
    expect(await countsOf(first)).toEqual([1, 1]);

    expect((await change(owner, { logo: second })).body.vendor.logo?.id).toBe(second);
    expect([await countsOf(first), await countsOf(second)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect((await change(owner, { logo: null })).body.vendor.logo).toBeNull();
    expect(await countsOf(second)).toEqual([0, 0]);
  });

  it.each([
    ['of another shop', async () => pictureOf(await newSeller(world))],
    ['that does not exist', async () => 'fil_0123456789abcdefghij'],
    ['that was deleted', async (owner: Seller) => addPicture(world, { vendorId: owner.vendorId, state: 'deleted' })],
  ])('is never a picture %s', async (_, makePicture) => {
    const owner = await newSeller(world);

    const { status, body } = await change(owner, { logo: await makePicture(owner), about: 'Books' });

    expect([status, Object.keys(body.details ?? {})]).toEqual([400, ['logo']]);
    expect((await world.data.need(Vendors, owner.vendorId)).data).toMatchObject({ logoFileId: null, about: '' });
  });

  it('counts once under two changes at the same time', async () => {
    const owner = await newSeller(world);
    const files = [await pictureOf(owner), await pictureOf(owner)];

    await Promise.all(files.map((logo) => change(owner, { logo })));

    const { logoFileId } = (await world.data.need(Vendors, owner.vendorId)).data;
    for (const id of files) expect(await countsOf(id)).toEqual(id === logoFileId ? [1, 1] : [0, 0]);
  });

  it('is public only while the shop is approved', async () => {
    const owner = await newSeller(world);
    const logo = await pictureOf(owner);
    await change(owner, { logo });
    expect(await seenByGuests(logo)).not.toBe(404);

    await suspendVendor(admin, owner.vendorId, { reason: 'Copies of brands' });
    expect([await countsOf(logo), await seenByGuests(logo)]).toEqual([[1, 0], 404]);
    await reinstateVendor(admin, owner.vendorId, {});
    expect(await countsOf(logo)).toEqual([1, 1]);

    const decide = (route: typeof block) =>
      call(route, { as: admin, body: { entityId: owner.vendorId, reason: 'Pesters people' } });
    await decide(block);
    expect([await countsOf(logo), await seenByGuests(logo)]).toEqual([[1, 0], 404]);
    await decide(restore);
    expect(await countsOf(logo)).toEqual([1, 1]);

    await forgetSeller(world, owner.vendorId);
    expect([await countsOf(logo), await seenByGuests(logo)]).toEqual([[0, 0], 404]);
    expect((await world.data.need(Vendors, owner.vendorId)).data.logoFileId).toBeNull();
  });
});
