import { z } from 'zod';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf, conflict, invalid, notFound } from '#lib/core/errors.ts';
import { idText, newId } from '#lib/core/ids.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { findAnswer, type OnceCall, onceCall, storeResponse } from '#lib/store/checkout/idempotency.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { MAX_MEMBERS } from '#lib/store/limits.ts';
import { assertEditable } from '#lib/store/products/product-edit.ts';
import { assertSkuFree, claimSku } from '#lib/store/products/product-skus.ts';
import { toVendorProducts } from '#lib/store/products/vendor-product.ts';
import type { Family, FamilyView, NewVariants } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { writeInitialStock } from '#lib/store/stock/movements.ts';
import { type Acting, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { familyViewOf, getOwnFamily } from './family-views.ts';
import { planFamily } from './family-writes.ts';
import { familyToChange, writePlanned } from './own-families.ts';
import { planVariantPictures, variantOf } from './variant-draft.ts';

const TRIES = 5;

/** What a repeat finds: the answer itself is read again, because twenty products may not fit a row. */
const created = z.object({ familyId: idText, productIds: z.array(idText) });

export type VariantsAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: { readonly family: FamilyView; readonly products: VendorProduct[] };
  readonly replayed: boolean;
};

/**
 * Adds new products to a family in one transaction: copies of a member with other values, and with its status. The
 * same Idempotency-Key returns the products of the first call, as they are now.
 */
export async function createVariants(
  ctx: UserContext,
  acting: Acting,
  familyId: string,
  input: NewVariants,
  key: string | undefined,
): Promise<VariantsAnswer> {
  assertReason(acting, input.reason);
  const once = onceCall('variants', ctx.user.id, key, { familyId, ...input });
  const ids = input.variants.map(() => newId('product'));
  const now = ctx.now();
  for (let tries = 1; ; tries++) {
    try {
      const { productIds, replayed } = await ctx.data.tx(
        (t) => writeVariants(t, ctx, { acting, familyId, input, once, ids, now }),
        { lane: `${ProductFamilies.name}/${familyId}` },
      );
      const rows = (await ctx.data.getMany(Products, productIds)).filter((row) => row !== undefined);
      const [family, products] = await Promise.all([
        getOwnFamily(ctx, acting, familyId).then((row) => familyViewOf(ctx, row)),
        toVendorProducts(ctx, rows),
      ]);
      return { kind: 'answer', status: 201, body: { family, products }, replayed };
    } catch (error) {
      // A concurrent call has the key or an article number. Another round finds it.
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

type Writing = {
  readonly acting: Acting;
  readonly familyId: string;
  readonly input: NewVariants;
  readonly once: OnceCall | null;
  readonly ids: readonly string[];
  readonly now: Date;
};

async function writeVariants(
  t: Tx,
  ctx: UserContext,
  { acting, familyId, input, once, ids, now }: Writing,
): Promise<{ readonly productIds: readonly string[]; readonly replayed: boolean }> {
  const [repeated, row, applied] = await Promise.all([
    findAnswer(t, once),
    t.get(ProductFamilies, familyId),
    t.get(Products, ids[0] ?? ''),
  ]);
  if (repeated?.kind === 'answer') return { ...created.parse(repeated.body), replayed: true };
  // Firestore may repeat an applied commit. This run then finds its own products.
  if (applied) return { productIds: ids, replayed: false };
  const { vendor, before } = await familyToChange(t, acting, familyId, row, undefined);
  if (before.members.length + input.variants.length > MAX_MEMBERS)
    throw invalid('The family is not valid', { members: `must be at most ${MAX_MEMBERS}` });
  const from = await memberToCopy(t, before, input.from);

  const at = now.toISOString();
  const pictures = await planVariantPictures(t, from, input.variants, now);
  const drafts = input.variants.map((variant, i) =>
    variantOf(from, { familyId, variant, images: pictures.images[i] ?? [], at, env: ctx.env }),
  );
  assertDifferentSkus(drafts);
  await Promise.all(drafts.map(({ sku }, i) => assertSkuFree(t, vendor.id, sku, ids[i] ?? '')));
  const made = new Map(drafts.map((product, i) => [ids[i] ?? '', product]));
  const joining = input.variants.map(({ values }, i) => ({ productId: ids[i] ?? '', values }));
  const after: Family = { ...before, members: [...before.members, ...joining] };
  const planned = await planFamily(t, { id: familyId, before, after, created: made }, now);

  pictures.write(t);
  for (const [i, product] of drafts.entries()) {
    const id = ids[i] ?? '';
    t.create(Products, id, product);
    writeInitialStock(t, id, { units: input.variants[i]?.stock ?? 0, actorId: ctx.user.id, at });
    claimSku(t, product, id, at);
  }
  writePlanned(t, ctx, { acting, vendor, id: familyId, before, planned, reason: input.reason, now });
  storeResponse(t, once, { orderId: null, at: now, statusCode: 201, body: { familyId, productIds: ids } });
  return { productIds: ids, replayed: false };
}

/** Returns the member that variants copy: the named one, or the first. */
async function memberToCopy(t: Tx, { members }: Family, named: string | undefined): Promise<Row<Product>> {
  const id = named ?? members[0]?.productId ?? '';
  if (!members.some(({ productId }) => productId === id))
    throw invalid('The body is not valid', { from: 'is not a member of this family' });
  const row = await t.get(Products, id);
  if (!row) throw notFound(Products.label, id, { code: 'NOT_FOUND' });
  assertEditable(row.data, undefined);
  return row;
}

function assertDifferentSkus(drafts: readonly Product[]): void {
  const skus = drafts.flatMap(({ sku }) => sku ?? []);
  if (new Set(skus).size < skus.length)
    throw conflict('Another product of the vendor has this article number', { code: 'SkuTaken' });
}
