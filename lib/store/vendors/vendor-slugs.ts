import type { Context } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { vendorWithSlug } from '#lib/store/catalog/queries.ts';
import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { slugOf } from '#lib/store/products/slugs.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';

/** Far more than sellers of one name. */
const NUMBERED = 200;

export const slugTaken = (slug: string) =>
  conflict(`The address ${slug} belongs to another seller`, { code: 'SlugTaken', details: { slug } });

/** Returns the vendor that has or had a slug, or null. A vendor older than the claims is found by its row. */
export async function slugHolder(t: Tx, slug: string): Promise<string | null> {
  const claim = await t.get(VendorSlugs, slug);
  return claim?.data.vendorId ?? (await t.find(vendorWithSlug(slug))).rows[0]?.id ?? null;
}

/** Returns a slug for a name that no other vendor has or had: a taken one gets a number. */
export async function freeSlug(t: Tx, name: string, vendorId: string): Promise<string> {
  const base = slugOf(name).slice(0, 76);
  for (let n = 1; n <= NUMBERED; n++) {
    const slug = n === 1 ? base : `${base}-${n}`;
    const holder = await slugHolder(t, slug);
    if (holder === null || holder === vendorId) return slug;
  }
  throw slugTaken(base);
}

/** Claims a slug for a vendor, and its present one if it is older than the claims. Throws SlugTaken. */
export async function planSlug(
  t: Tx,
  { id, data }: Row<Vendor>,
  slug: string,
): Promise<(write: Tx, at: string) => void> {
  const [holder, claims] = await Promise.all([slugHolder(t, slug), t.getMany(VendorSlugs, [slug, data.slug])]);
  if (holder !== null && holder !== id) throw slugTaken(slug);
  const unclaimed = [...new Set([slug, data.slug])].filter((one) => !claims.some((claim) => claim?.id === one));
  return (write, createdAt) => {
    for (const one of unclaimed) write.create(VendorSlugs, one, { vendorId: id, createdAt });
  };
}

/** Returns the vendor of a present or former slug, of any status, or null. */
export async function findVendorBySlug({ data }: Pick<Context, 'data'>, slug: string): Promise<Row<Vendor> | null> {
  if (!ID_PATTERN.test(slug)) return null;
  const claim = await data.get(VendorSlugs, slug);
  if (claim) return (await data.get(Vendors, claim.data.vendorId)) ?? null;
  return (await data.find(vendorWithSlug(slug))).rows[0] ?? null;
}
