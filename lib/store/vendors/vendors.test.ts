import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { approvedVendors, createVendor, setVendorStatus } from './vendors.ts';

const nord = { name: 'North Thread', country: 'EE', contactEmail: 'nord@plaza.test' };

describe('vendors', () => {
  it('lists only approved vendors, and drops a suspended vendor immediately in the same process', async () => {
    const ctx = await testContext();
    const id = await createVendor(ctx, nord);
    await createVendor(ctx, { ...nord, slug: 'other', status: 'applied' });
    expect([...(await approvedVendors(ctx)).byId.keys()]).toEqual([id]);

    await setVendorStatus(ctx, id, 'suspended');

    expect((await approvedVendors(ctx)).byId.size).toBe(0);
  });

  it('allows one vendor per user and one vendor per slug', async () => {
    const ctx = await asUser(await testContext());
    const id = await createVendor(ctx, { ...nord, ownerId: ctx.user.id });

    expect((await ctx.data.need(Users, ctx.user.id)).data.vendorId).toBe(id);
    await expect(createVendor(ctx, { ...nord, slug: 'second', ownerId: ctx.user.id })).rejects.toMatchObject({
      code: 'VendorOwned',
    });
    await expect(createVendor(ctx, nord)).rejects.toMatchObject({ code: 'SlugTaken' });
  });
});
