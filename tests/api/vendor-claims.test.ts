import { describe, expect, it } from 'vitest';
import { PATCH as changeVendor } from '#app/api/admin/vendors/[id]/route.ts';
import { PATCH as editProduct } from '#app/api/vendor/products/[id]/route.ts';
import { PATCH as changeProfile } from '#app/api/vendor/profile/route.ts';
import { ProductSkus, Products, VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { OWN_PRODUCT, openTwoSellers } from '#tests/support/two-sellers.ts';
import { everyRow } from '#tests/support/world.ts';

const AT_ONCE = 8;
const numbers = Array.from({ length: AT_ONCE }, (_, n) => n);
type Reply = { readonly status: number; readonly body: { readonly details?: { readonly code?: string } } };
const outcomes = (replies: readonly Reply[]) =>
  replies.map(({ status, body }) => body.details?.code ?? String(status)).toSorted((a, b) => a.localeCompare(b));
const winnerAnd = (refusal: string) => ['200', ...numbers.slice(1).map(() => refusal)];

describe('claims at the same time', () => {
  it('give an article number to one of several edited products, and tell the others that it is taken', async () => {
    const { shop, seller } = await openTwoSellers();
    const product = (await shop.data.need(Products, OWN_PRODUCT)).data;
    for (const n of numbers) await shop.data.set(Products, `prd_lamp_${n}`, product);

    const replies = await Promise.all(
      numbers.map((n) =>
        call(editProduct, { as: seller, params: { id: `prd_lamp_${n}` }, body: { sku: 'L-1' }, method: 'PATCH' }),
      ),
    );

    expect(outcomes(replies)).toEqual(winnerAnd('SkuTaken'));
    const winner = `prd_lamp_${replies.findIndex(({ status }) => status === 200)}`;
    expect((await everyRow(shop.data, ProductSkus)).map(({ data }) => data.productId)).toEqual([winner]);
  });

  it.each(['sellers', 'administrators'])('give an address to one of several shops that %s rename', async (who) => {
    const { shop, admin } = await openTwoSellers();
    const owners = await Promise.all(numbers.map(() => asUser(shop)));
    const ids: string[] = [];
    for (const [n, owner] of owners.entries()) {
      const given = {
        name: `Shop ${n}`,
        country: 'UA',
        contactEmail: `shop${n}@seller.test`,
        status: 'approved',
      } as const;
      ids.push(await createVendor(shop, { ...given, ownerId: owner.user.id }));
    }

    const body = { slug: 'paper-and-ink' };
    const replies = await Promise.all(
      owners.map(async (as, n) => {
        if (who === 'sellers') return call(changeProfile, { as, body, method: 'PATCH' });
        const id = ids[n] ?? '';
        const { version } = (await shop.data.need(Vendors, id)).data;
        return call(changeVendor, { as: admin, params: { id }, body: { ...body, version }, method: 'PATCH' });
      }),
    );

    expect(outcomes(replies)).toEqual(winnerAnd('SlugTaken'));
    const claims = (await everyRow(shop.data, VendorSlugs)).filter(({ id }) => id === body.slug);
    expect(claims.map(({ data }) => data.vendorId)).toEqual([ids[replies.findIndex(({ status }) => status === 200)]]);
  });
});
