import type { Context } from '#lib/context/context.ts';
import { ordersWithParts } from '#lib/store/queries.ts';
import { partKey } from './part-rows.ts';

/** The parts counted at most; more are shown as this number with a plus. */
export const MOST_OPEN_PARTS = 100;

/** The parts of a vendor that are not shipped yet. */
export type OpenParts = { readonly count: number; readonly isMore: boolean; readonly oldestPaidAt: string | null };

/** Returns how many parts a vendor has to ship, and when the longest waiting of those counted was paid. */
export async function countOpenParts({ data }: Context, vendorId: string): Promise<OpenParts> {
  const keys = [partKey(vendorId, 'pending'), partKey(vendorId, 'processing')];
  const { rows, next } = await data.find(ordersWithParts(keys, MOST_OPEN_PARTS));
  return { count: rows.length, isMore: next !== null, oldestPaidAt: rows.at(-1)?.data.paidAt ?? null };
}
