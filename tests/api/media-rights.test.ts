import { beforeAll, describe, expect, it } from 'vitest';
import { POST } from '#app/api/media/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { newBuyer, newSeller } from '#tests/support/media.ts';

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
