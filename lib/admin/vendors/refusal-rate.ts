import type { Context } from '#lib/context/context.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { partKey } from '#lib/store/parts/part-rows.ts';
import { ordersWithPartsSince } from '#lib/store/queries.ts';

/** The days of payments that count. */
const DAYS = 30;
/** A vendor with fewer parts is never flagged. */
const FEWEST_PARTS = 10;
/** The share of refused parts above which a vendor is flagged. */
const SHARE = 0.2;

/** How many of a vendor's parts that were paid in the last 30 days it refused. */
export type RefusalRate = { readonly refused: number; readonly parts: number };

/** Returns the rates of those vendors who refuse more than a fifth of their parts. Others are left out. */
export async function refusalRates(
  { data, now }: Pick<Context, 'data' | 'now'>,
  vendorIds: readonly string[],
): Promise<ReadonlyMap<string, RefusalRate>> {
  const since = new Date(now().getTime() - DAYS * DAY_MS).toISOString();
  const countOf = (key: string) => data.count(ordersWithPartsSince([key], since));
  const found = await Promise.all(
    vendorIds
      .filter((id) => id !== HOUSE_VENDOR_ID)
      .map(async (id) => {
        const refused = await countOf(partKey(id, 'refused'));
        // So few refusals flag nobody, however few parts there are.
        if (refused <= FEWEST_PARTS * SHARE) return [];
        const parts = await countOf(partKey(id));
        return parts >= FEWEST_PARTS && refused > parts * SHARE ? [[id, { refused, parts }] as const] : [];
      }),
  );
  return new Map(found.flat());
}
