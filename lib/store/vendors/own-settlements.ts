import type { Context } from '#lib/context/context.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { stemOf } from '#lib/payments/attempts/ledger.ts';
import { isReleasable } from '#lib/payments/books/post-release.ts';
import { settlementsOfVendor } from '#lib/payments/queries.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** A settlement as its vendor sees it, without data of the buyer. */
export type OwnSettlement = Pick<
  Settlement,
  'state' | 'blocked' | 'overpaid' | 'grossMinor' | 'commissionMinor' | 'netMinor' | 'currency'
> & {
  readonly id: string;
  readonly orderNumber: string;
  readonly soldAt: string;
  /** When it became payable or will become so. Null while that is unknown. */
  readonly releaseAt: string | null;
};

export type OwnSettlementPage = {
  readonly settlements: readonly OwnSettlement[];
  readonly nextCursor: Cursor | null;
};

type Page = { readonly limit: number; readonly cursor?: Cursor | undefined };

/** Lists a vendor's sales and the state of their money, newest first. */
export async function listOwnSettlements(
  ctx: Context,
  vendorId: string,
  { limit, cursor }: Page,
): Promise<OwnSettlementPage> {
  const page = await ctx.data.find(settlementsOfVendor({ vendorId }, limit, cursor));
  const orders = await ctx.data.getMany(
    Orders,
    page.rows.map(({ data }) => data.orderId),
  );
  const settlements = page.rows.map((row, place) => viewOf(row, orders[place]?.data, ctx.env.STORE_RETURN_DAYS));
  return { settlements, nextCursor: page.next };
}

function viewOf({ id, data }: Row<Settlement>, order: Order | undefined, returnDays: number): OwnSettlement {
  const { state, blocked, overpaid, grossMinor, commissionMinor, netMinor, currency, createdAt } = data;
  return {
    ...{ id, state, blocked, overpaid, grossMinor, commissionMinor, netMinor, currency },
    orderNumber: stemOf(data.orderReference),
    soldAt: createdAt,
    releaseAt: data.releaseAt ?? (isReleasable(data) ? releaseDay(order, data.vendorId, returnDays) : null),
  };
}

/**
 * Returns when a vendor's part can no longer be returned: some days after its delivery. Before delivery that is
 * unknown.
 */
export function releaseDay(
  order: Pick<Order, 'parts'> | undefined,
  vendorId: string,
  returnDays: number,
): string | null {
  const deliveredAt = order?.parts.find((part) => part.vendorId === vendorId)?.deliveredAt ?? null;
  return deliveredAt === null ? null : after(new Date(deliveredAt), returnDays * DAY_MS);
}
