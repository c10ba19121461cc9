import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { fold } from '#lib/search/terms.ts';
import { everyVendor } from '#lib/store/catalog/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { VendorStatus } from '#lib/store/values.ts';

const KEPT_MS = 5 * SECOND_MS;
const PAGE = 500;

type Named = { readonly id: string; readonly text: string; readonly status: VendorStatus };

const named = (ctx: Context): Promise<readonly Named[]> =>
  ctx.memo.get('store.vendor-names', KEPT_MS, async () => {
    const rows: Named[] = [];
    for await (const page of pagesOf(ctx.data, (after) => everyVendor(PAGE, after)))
      for (const { id, data } of page) {
        const { name, slug, legalName, contactEmail, status } = data;
        rows.push({ id, text: fold([name, slug, legalName, contactEmail].join(' ')), status });
      }
    return rows;
  });

type Wanted = { readonly status?: VendorStatus | undefined; readonly limit: number };

/** Finds sellers whose name, address or email holds all the words, at most a few seconds old. The rows are current. */
export async function vendorsNamed(ctx: Context, q: string, { status, limit }: Wanted): Promise<Row<Vendor>[]> {
  const words = fold(q).split(' ').filter(Boolean);
  const found = (await named(ctx)).filter(
    (one) => (status === undefined || one.status === status) && words.every((word) => one.text.includes(word)),
  );
  const rows = await ctx.data.getMany(
    Vendors,
    found.slice(0, limit).map(({ id }) => id),
  );
  return rows.filter((row) => row !== undefined);
}

/** Returns the names of vendors by their ids. Missing vendors are left out. */
export async function vendorNamesOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await reader.getMany(Vendors, [...new Set(ids)]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data.name] as const] : [])));
}
