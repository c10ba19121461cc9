import { beforeAll, describe, expect, it } from 'vitest';
import { DELETE } from '#app/api/media/[id]/route.ts';
import { POST } from '#app/api/media/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { addPicture, newBuyer, newSeller } from '#tests/support/media.ts';

let world: TestContext;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
});

const suspended = async () => {
  const owner = await newSeller(world);
  await setVendorStatus(world, owner.vendorId, 'suspended');
  return owner;
};

describe('POST /api/media', () => {
  it('S34 refuses those who may upload nothing before it reads a byte of the body', async () => {
    const people = [await suspended(), await asUser(world), await newBuyer(world, { payState: 'refunded' })];
    const read: string[] = [];
    for (const as of people) {
      const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
        read.push(as.user.id);
        body.close();
      };
      const raw = new ReadableStream({ pull }, { highWaterMark: 0 });
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };

      const reply = await call(POST, { as, raw, headers });

      expect(reply).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    }
    expect(read).toEqual([]);
  });
});

describe('DELETE /api/media/{id}', () => {
  it('is refused to a seller who is not approved, for pictures of the own shop, and to strangers as for a missing one', async () => {
    const [owner, rival, boss] = [
      await newSeller(world),
      await newSeller(world),
      await asUser(world, { role: 'admin' }),
    ];
    const selling = await asUser(world, { role: 'admin', vendorId: owner.vendorId });
    const id = await addPicture(world, { vendorId: owner.vendorId });
    const review = await addPicture(world, { vendorId: null, use: 'review', uploadedBy: owner.user.id });
    const remove = (as: typeof boss, fileId = id) => call(DELETE, { as, params: { id: fileId }, method: 'DELETE' });
    const stateOf = async () => (await world.data.need(MediaFiles, id)).data.state;

    for (const status of ['suspended', 'applied', 'rejected'] as const) {
      await setVendorStatus(world, owner.vendorId, status);
      for (const as of [owner, selling])
        expect(await remove(as)).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
      expect((await remove(rival)).status).toBe(404);
    }
    expect(await stateOf()).toBe('staged');
    expect((await remove(owner, review)).status).toBe(200);

    expect((await remove(boss)).status).toBe(200);
    expect((await remove(owner)).status).toBe(403);
    await setVendorStatus(world, owner.vendorId, 'approved');
    expect((await remove(owner)).body).toEqual({ deleted: true, id });
  });
});
