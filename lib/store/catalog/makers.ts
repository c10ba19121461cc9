import type { Context } from '#lib/context/context.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Vendors } from '#lib/store/collections.ts';
import { mediaUrl } from '#lib/store/media/media-files.ts';
import type { CatalogFacets, VendorRef } from '#lib/store/schemas/catalog.ts';
import { CATALOG, type Card, listFacet, vendorFacet } from './catalog-entry.ts';

const MOST_MAKERS = 6;
const PICTURES = 3;
const KEPT_MS = MINUTE_MS;

/** A seller as the home page shows it. */
export type Maker = {
  readonly vendor: VendorRef;
  readonly country: string;
  readonly logoUrl: string | null;
  /** The number of products that the seller's page lists. */
  readonly count: number;
  /** Of the newest products. */
  readonly pictures: readonly NonNullable<Card['image']>[];
};

type Counted = CatalogFacets['vendors'][number];
type Shown = Pick<Maker, 'country' | 'logoUrl' | 'pictures'>;

/**
 * Returns up to six sellers for the home page, those with the most listed products first, without the house. The counts
 * are those of the catalog; pictures and logo are at most a minute old.
 */
export async function listMakers(ctx: Context, vendors: CatalogFacets['vendors']): Promise<readonly Maker[]> {
  const first = vendors.filter(({ id, count }) => id !== HOUSE_VENDOR_ID && count > 0).slice(0, MOST_MAKERS);
  const ids = first.map(({ id }) => id);
  const shown = await ctx.memo.get(`store.makers ${ids.join()}`, KEPT_MS, () => readShown(ctx, ids));
  return first.flatMap(({ count, ...vendor }: Counted) => {
    const more = shown.get(vendor.id);
    return more ? [{ vendor, count, ...more }] : [];
  });
}

async function readShown(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Shown>> {
  const [rows, pictures] = await Promise.all([
    ctx.data.getMany(Vendors, ids),
    Promise.all(ids.map((id) => picturesOf(ctx, id))),
  ]);
  return new Map(
    rows.flatMap((row, place) => {
      if (row?.data.status !== 'approved') return [];
      const { country, logoFileId } = row.data;
      const logoUrl = logoFileId === null ? null : mediaUrl(logoFileId);
      return [[row.id, { country, logoUrl, pictures: pictures[place] ?? [] }] as const];
    }),
  );
}

async function picturesOf({ search }: Context, vendorId: string): Promise<Shown['pictures']> {
  const { hits } = await search.search(CATALOG, {
    // Variants of one product show one picture.
    facets: [[vendorFacet(vendorId)], [listFacet('card')]],
    sort: { field: 'newest', direction: 'desc' },
    limit: PICTURES,
  });
  // The card is this domain's own text, written by `entryOf`.
  return hits.flatMap(({ card }) => (JSON.parse(card) as Card).image ?? []);
}
