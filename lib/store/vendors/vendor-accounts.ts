import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { type Balance, balancesOf, vendorAccounts } from '#lib/payments/books/balances.ts';
import { everyVendor } from '#lib/store/catalog/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';

export type VendorBalances = {
  readonly id: string;
  readonly name: string;
  readonly balances: readonly Balance[];
};

/** Returns a vendor of any status. Throws NotFound. */
export const getVendor = ({ data }: Context, id: string): Promise<Row<Vendor>> => data.need(Vendors, id);

/** Returns the balances of each vendor of any status, because a suspended vendor is owed its money too. */
export async function listVendorBalances(
  ctx: Context,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
): Promise<{ readonly vendors: readonly VendorBalances[]; readonly nextCursor: string | null }> {
  const page = await ctx.data.find(everyVendor(limit, cursor));
  const vendors = await Promise.all(
    page.rows.map(async ({ id, data: { name } }) => ({
      id,
      name,
      balances: await balancesOf(ctx, vendorAccounts(id)),
    })),
  );
  return { vendors, nextCursor: page.next };
}
