import { describe, expect, it } from 'vitest';
import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { vendor } from '#lib/store/schemas/vendor.ts';
import { createVendor, newVendor } from '#lib/store/vendors/vendors.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { findVendorBySlug, freeSlug, planSlug, slugHolder } from './vendor-slugs.ts';

const nord = { name: 'Nord', country: 'UA', contactEmail: 'nord@plaza.test' };

describe('the addresses of sellers', () => {
  it('stay claimed when a seller takes another one, and lead to the seller', async () => {
    const ctx = await asUser(await testContext());
    const id = await createVendor(ctx, nord);
    await ctx.data.tx(
      async (t) => {
        const claim = await planSlug(t, await t.need(Vendors, id), 'north');
        claim(t, ctx.now().toISOString());
        t.update(Vendors, id, { slug: 'north' });
      },
      { mayQuery: true },
    );

    expect((await findVendorBySlug(ctx, 'nord'))?.id).toBe(id);
    expect((await findVendorBySlug(ctx, 'north'))?.id).toBe(id);
    expect(await findVendorBySlug(ctx, 'nowhere')).toBeNull();
    await expect(createVendor(ctx, nord)).rejects.toMatchObject({ code: 'SlugTaken' });
  });

  it('get a number when they are taken, and belong to sellers older than the claims too', async () => {
    const ctx = await asUser(await testContext());
    await ctx.data.create(Vendors, 'vnd_old', newVendor(nord, ctx.now().toISOString()));
    await createVendor(ctx, { ...nord, id: 'vnd_second', slug: 'nord-2' });

    const [free, own, holder] = await ctx.data.tx(
      async (t) => [
        await freeSlug(t, 'Nord', 'vnd_third'),
        await freeSlug(t, 'Nord', 'vnd_old'),
        await slugHolder(t, 'nord'),
      ],
      { mayQuery: true },
    );

    expect([free, own, holder]).toEqual(['nord-3', 'nord', 'vnd_old']);
    expect(await ctx.data.get(VendorSlugs, 'nord')).toBeUndefined();
  });
});

it('a seller written before the application existed is read with what it lacks', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const { name, slug, country, contactEmail, ...made } = newVendor(nord, at);
  const { ownerId, about, status, procedureNumber, commissionBps, payout, payoutLast4, approvedAt } = made;
  const old = {
    ...{ name, slug, country, contactEmail, ownerId, about, status, procedureNumber, commissionBps },
    ...{ payout, payoutLast4, approvedAt, createdAt: at, updatedAt: at },
  };

  expect(vendor.parse(old)).toEqual(newVendor(nord, at));
});
