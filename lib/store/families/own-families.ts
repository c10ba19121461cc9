import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { ProductFamilies, Products, Vendors } from '#lib/store/collections.ts';
import { assertEditable } from '#lib/store/products/product-edit.ts';
import type { Family, FamilyPatch, FamilyView, NewFamily } from '#lib/store/schemas/family.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { recordFamilyAct } from './family-acts.ts';
import { familyViewOf, getOwnFamily } from './family-views.ts';
import { type PlannedFamily, planFamily } from './family-writes.ts';

const lane = (id: string): string => `${ProductFamilies.name}/${id}`;

/** Makes a product the first member of a new family. Throws InOtherFamily when it is a member of one. */
export async function createFamily(
  ctx: UserContext,
  acting: Acting,
  { productId, options, values, reason }: NewFamily,
): Promise<FamilyView> {
  assertReason(acting, reason);
  const id = newId('family');
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const [row, applied] = await Promise.all([t.get(Products, productId), t.get(ProductFamilies, id)]);
      // Firestore may repeat an applied commit. This run then finds its own family.
      if (applied) return;
      if (!row) throw notFound(Products.label, productId, { code: 'NOT_FOUND' });
      const { vendorId } = row.data;
      const vendor = await t.need(Vendors, vendorId);
      assertActsIn(acting, vendor, Products.label, productId);
      assertEditable(row.data, undefined);
      const after = { vendorId, options, members: [{ productId, values }] };
      const planned = await planFamily(t, { id, before: null, after }, now);
      writePlanned(t, ctx, { acting, vendor, id, before: null, planned, reason, now });
    },
    { lane: `${Products.name}/${productId}` },
  );
  return familyViewOf(ctx, await getOwnFamily(ctx, acting, id));
}

/**
 * Changes the options, the members or both. Returns null when the last member has left: the family is then deleted. An
 * edit without effect writes nothing. With `version`, an edit of an older version throws StaleVersion.
 */
export async function editFamily(
  ctx: UserContext,
  acting: Acting,
  id: string,
  { version, reason, ...patch }: FamilyPatch,
): Promise<FamilyView | null> {
  assertReason(acting, reason);
  const now = ctx.now();
  let written: { readonly family: string | null } | null = null;
  await ctx.data.tx(
    async (t) => {
      const row = await t.get(ProductFamilies, id);
      // Firestore may repeat an applied commit. This run then finds its own edit.
      if (written && (row ? canonicalJson(row.data) : null) === written.family) return;
      const { vendor, before } = await familyToChange(t, acting, id, row, version);
      const after = { ...before, ...patch };
      if (canonicalJson(after) === canonicalJson(before)) return;
      const planned = await planFamily(t, { id, before, after }, now);
      writePlanned(t, ctx, { acting, vendor, id, before, planned, reason, now });
      written = { family: planned.family && canonicalJson(planned.family) };
    },
    { lane: lane(id) },
  );
  const row = await ctx.data.get(ProductFamilies, id);
  return row ? familyViewOf(ctx, row) : null;
}

/** Deletes a family. Its members stay as single products. */
export async function deleteFamily(
  ctx: UserContext,
  acting: Acting,
  id: string,
  reason: string | undefined,
): Promise<void> {
  assertReason(acting, reason);
  const now = ctx.now();
  let isWritten = false;
  await ctx.data.tx(
    async (t) => {
      const row = await t.get(ProductFamilies, id);
      // Firestore may repeat an applied commit. This run then finds the family gone.
      if (!row && isWritten) return;
      const { vendor, before } = await familyToChange(t, acting, id, row, undefined);
      const planned = await planFamily(t, { id, before, after: null }, now);
      writePlanned(t, ctx, { acting, vendor, id, before, planned, reason, now });
      isWritten = true;
    },
    { lane: lane(id) },
  );
}

/** Checks within a transaction that the caller may change a family, and returns it with its vendor. */
export async function familyToChange(
  t: Tx,
  acting: Acting,
  id: string,
  row: Row<Family> | undefined,
  version: number | undefined,
): Promise<{ readonly vendor: Row<Vendor>; readonly before: Family }> {
  if (!row) throw notFound(ProductFamilies.label, id, { code: 'NOT_FOUND' });
  const vendor = await t.need(Vendors, row.data.vendorId);
  assertActsIn(acting, vendor, ProductFamilies.label, id);
  if (version !== undefined && version !== row.data.version)
    throw conflict('The family was changed in the meantime. Reload it and try again', {
      code: 'StaleVersion',
      details: { version: String(row.data.version) },
    });
  return { vendor, before: row.data };
}

type Writing = {
  readonly acting: Acting;
  readonly vendor: Row<Vendor>;
  readonly id: string;
  readonly before: Family | null;
  readonly planned: PlannedFamily;
  readonly reason: string | undefined;
  readonly now: Date;
};

/** Writes a planned change and records it. */
export function writePlanned(
  t: Tx,
  ctx: UserContext,
  { acting, vendor, id, before, planned, reason, now }: Writing,
): void {
  const { family } = planned;
  planned.write(t);
  recordFamilyAct(
    t,
    ctx,
    { acting, vendor },
    {
      action: before === null ? 'family.created' : family === null ? 'family.deleted' : 'family.changed',
      familyId: id,
      title: planned.title,
      before,
      after: family,
      reason,
      now,
    },
  );
}
