import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { VendorDeliveries, Vendors } from '#lib/store/collections.ts';
import { MOST_ACTIVE_DELIVERIES, MOST_DELIVERIES } from '#lib/store/limits.ts';
import { deliveriesOf } from '#lib/store/queries.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { DeliveryPatch, DeliveryView, NewDelivery, VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';
import { type Acting, assertActsFor, assertActsIn, vendorIdFor } from '#lib/store/vendors/acting-vendor.ts';

type Delivery = Pick<Row<VendorDelivery>, 'id' | 'data'>;

/** The queue of everything that changes the delivery options of a vendor. */
const laneOf = (vendorId: string): string => `${VendorDeliveries.name}/${vendorId}`;

/** Returns the vendor whose options the caller edits: the own one. Administrators without a shop edit the house's. */
const ownVendor = async (ctx: UserContext, acting: Acting): Promise<Row<Vendor>> =>
  acting.own ?? ctx.data.need(Vendors, await vendorIdFor(ctx, acting, undefined));

/** Returns the delivery options of the caller's vendor, inactive ones too, in their order. */
export async function listDeliveries(ctx: UserContext, acting: Acting): Promise<DeliveryView[]> {
  const vendorId = acting.own?.id ?? (await vendorIdFor(ctx, acting, undefined));
  assertActsFor(acting, vendorId, Vendors.label, vendorId);
  return (await findDeliveries(ctx.data, vendorId)).map(toDeliveryView);
}

/** Returns every delivery option of a vendor in their order. */
export async function findDeliveries(reader: Reader, vendorId: string): Promise<readonly Row<VendorDelivery>[]> {
  return (await reader.find(deliveriesOf(vendorId, MOST_DELIVERIES))).rows;
}

/** Adds an option. Throws TooManyDeliveries when the vendor has as many as allowed. */
export async function addDelivery(ctx: UserContext, acting: Acting, given: NewDelivery): Promise<DeliveryView> {
  const vendor = await ownVendor(ctx, acting);
  const id = newId('vendorDelivery');
  const now = ctx.now();
  const at = now.toISOString();
  assertDays(given);
  const data = await ctx.data.tx(
    async (t) => {
      assertActsIn(acting, await t.need(Vendors, vendor.id), Vendors.label, vendor.id);
      const others = await findDeliveries(t, vendor.id);
      assertRoom(others, given);
      const { position = nextPosition(others), ...fields } = given;
      const made: VendorDelivery = {
        ...{ vendorId: vendor.id, ...fields, countries: [...new Set(given.countries)], position },
        ...{ version: 1, createdAt: at, updatedAt: at },
      };
      t.create(VendorDeliveries, id, made);
      auditRow(t, ctx, { action: 'delivery.created', ...targetOf(id), after: factsOf(made), now });
      return made;
    },
    { lane: laneOf(vendor.id), mayQuery: true },
  );
  return toDeliveryView({ id, data });
}

/**
 * Changes the given fields of an option. Throws StaleVersion when the caller has seen an older one, and
 * TooManyDeliveries when one more would be active than allowed.
 */
export async function changeDelivery(
  ctx: UserContext,
  acting: Acting,
  id: string,
  { version, ...patch }: DeliveryPatch,
): Promise<DeliveryView> {
  const { vendorId } = (await getOwnDelivery(ctx, acting, id)).data;
  const now = ctx.now();
  const data = await ctx.data.tx(
    async (t) => {
      const before = await deliveryToChange(t, ctx, acting, id);
      if (version !== undefined && version !== before.version)
        throw conflict('This delivery option was changed in the meantime', {
          code: 'StaleVersion',
          details: { version: String(before.version) },
        });
      const { countries = before.countries } = patch;
      const next: VendorDelivery = { ...before, ...patch, countries: [...new Set(countries)] };
      assertDays(next);
      if (next.active && !before.active)
        assertRoom(
          (await findDeliveries(t, vendorId)).filter((row) => row.id !== id),
          next,
        );
      const changed = { ...next, version: before.version + 1, updatedAt: now.toISOString() };
      t.set(VendorDeliveries, id, changed);
      const act = { action: 'delivery.changed', ...targetOf(id), before: factsOf(before), after: factsOf(changed) };
      auditRow(t, ctx, { ...act, now });
      return changed;
    },
    { lane: laneOf(vendorId), mayQuery: true },
  );
  return toDeliveryView({ id, data });
}

/** Removes an option. Orders keep their own copy of it. */
export async function removeDelivery(ctx: UserContext, acting: Acting, id: string): Promise<void> {
  const now = ctx.now();
  await ctx.data.tx(async (t) => {
    const before = await deliveryToChange(t, ctx, acting, id);
    t.delete(VendorDeliveries, id);
    auditRow(t, ctx, { action: 'delivery.deleted', ...targetOf(id), before: factsOf(before), now });
  });
}

/** Returns an option of the caller's vendor. Throws the same NotFound for another vendor's option as for a missing one. */
export async function getOwnDelivery(
  ctx: UserContext,
  acting: Acting,
  id: string,
  reader: Reader = ctx.data,
): Promise<Row<VendorDelivery>> {
  const [row, vendor] = [await reader.get(VendorDeliveries, id), await ownVendor(ctx, acting)];
  if (row?.data.vendorId !== vendor.id) throw notFound(VendorDeliveries.label, id);
  return row;
}

async function deliveryToChange(t: Tx, ctx: UserContext, acting: Acting, id: string): Promise<VendorDelivery> {
  const { data } = await getOwnDelivery(ctx, acting, id, t);
  assertActsIn(acting, await t.need(Vendors, data.vendorId), Vendors.label, data.vendorId);
  return data;
}

function assertDays({ minDays, maxDays }: Pick<VendorDelivery, 'minDays' | 'maxDays'>): void {
  if (maxDays < minDays) throw invalid('The body is not valid', { maxDays: 'must not be below minDays' });
}

function assertRoom(others: readonly Delivery[], { active }: Pick<VendorDelivery, 'active'>): void {
  const isFull = active && others.filter(({ data }) => data.active).length >= MOST_ACTIVE_DELIVERIES;
  if (isFull || others.length >= MOST_DELIVERIES)
    throw conflict(`A seller has at most ${MOST_ACTIVE_DELIVERIES} active delivery options`, {
      code: 'TooManyDeliveries',
    });
}

const nextPosition = (others: readonly Delivery[]): number =>
  Math.min(1_000, others.reduce((last, { data }) => Math.max(last, data.position), -1) + 1);

const targetOf = (id: string) => ({ targetType: 'delivery', targetId: id });

/** The facts of an option for the audit: no texts. */
const factsOf = ({ vendorId, method, priceMinor, freeFromMinor, minDays, maxDays, active }: VendorDelivery) => ({
  ...{ vendorId, method, priceMinor, freeFromMinor, minDays, maxDays, active },
});

function toDeliveryView({ id, data }: Delivery): DeliveryView {
  const { vendorId: _, createdAt: _created, updatedAt: _updated, ...fields } = data;
  return { id, ...fields };
}
