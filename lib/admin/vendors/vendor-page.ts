import { listNamedActs, type NamedAct } from '#lib/admin/audit/audit-page.ts';
import type { AdminVendor } from '#lib/admin/schemas/vendor.ts';
import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { type Balance, balancesOf, vendorAccounts } from '#lib/payments/books/balances.ts';
import { productsNewestFirst } from '#lib/store/catalog/queries.ts';
import { countOpenParts, type OpenParts } from '#lib/store/parts/open-parts.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { getAdminVendor } from './admin-vendor.ts';
import { type RefusalRate, refusalRates } from './refusal-rate.ts';

const PRODUCTS = 20;
const ACTS = 20;

/** What the page of a seller shows. */
export type VendorPage = {
  readonly vendor: AdminVendor;
  readonly balances: readonly Balance[];
  /** The newest products. */
  readonly products: readonly Pick<Row<Product>, 'id' | 'data'>[];
  /** The newest acts about the seller. */
  readonly acts: readonly NamedAct[];
  readonly openParts: OpenParts;
  /** Null unless the seller refuses many parts. */
  readonly refusals: RefusalRate | null;
};

/** Returns the page of a seller of any status. Throws NotFound. */
export async function findVendorPage(ctx: Context, vendorId: string): Promise<VendorPage> {
  const [vendor, balances, products, acts, openParts, refusals] = await Promise.all([
    getAdminVendor(ctx, vendorId),
    balancesOf(ctx, vendorAccounts(vendorId)),
    ctx.data.find(productsNewestFirst({ vendorId }, PRODUCTS)),
    listNamedActs(ctx, { target: vendorId }, { limit: ACTS }),
    countOpenParts(ctx, vendorId),
    refusalRates(ctx, [vendorId]),
  ]);
  return {
    vendor,
    balances,
    products: products.rows,
    acts: acts.acts,
    openParts,
    refusals: refusals.get(vendorId) ?? null,
  };
}
