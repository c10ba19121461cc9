import type { Context } from '#lib/context/context.ts';
import { bestSellersOf } from './queries.ts';

/** How many best sellers a seller sees. */
const MOST = 20;

export type BestSeller = { readonly id: string; readonly title: string; readonly sold30d: number };

/** Returns the products of a vendor that sold most in the thirty days before today. */
export async function listBestSellers(
  { data }: Pick<Context, 'data'>,
  vendorId: string,
): Promise<readonly BestSeller[]> {
  const { rows } = await data.find(bestSellersOf(vendorId, MOST));
  return rows.flatMap(({ id, data: { title, sold30d } }) => (sold30d > 0 ? [{ id, title, sold30d }] : []));
}
