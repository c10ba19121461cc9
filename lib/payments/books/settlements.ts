import { hashId } from '#lib/core/ids.ts';
import { shareDown } from '#lib/core/money.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { Settlements } from '#lib/payments/collections.ts';
import type { SoldOrder, VendorSettlement } from '#lib/payments/ports.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { vendorPayable, vendorPending } from './accounts.ts';
import { entryIdOf, type Posting, postEntry, postingsOf, reversed } from './journal.ts';
import { moneyIn } from './money-in.ts';

const ALL_BPS = 10_000;

/** How the total of a sale is shared. The three sum to the total. */
export type Shares = {
  readonly vendors: readonly VendorSettlement[];
  readonly commissionMinor: number;
  readonly taxMinor: number;
};

/** A booked sale: what its reversal needs, read before any write. */
export type BookedSale = {
  readonly orderId: string;
  readonly settlements: readonly Row<Settlement>[];
  readonly postings: readonly Posting[];
};

type Sold = { readonly lines: readonly { readonly vendorId: string }[] };

export const settlementIdOf = (orderId: string, vendorId: string): string => hashId('settlement', orderId, vendorId);

/**
 * Shares a sale between its vendors and the platform by the rates frozen on its lines. A vendor's part is rounded
 * down line by line, so the remainder goes to the platform. A vendor gets its shipping whole. The house's own goods
 * and shipping, and charges that belong to no vendor, go to the platform.
 */
export function accrueSettlements(orderId: string, order: SoldOrder): Shares {
  const byVendor = new Map<string, { gross: number; net: number }>();
  const add = (vendorId: string, gross: number, net: number) => {
    const sum = byVendor.get(vendorId) ?? { gross: 0, net: 0 };
    byVendor.set(vendorId, { gross: sum.gross + gross, net: sum.net + (vendorId === HOUSE_VENDOR_ID ? 0 : net) });
  };
  for (const { vendorId, totalMinor, commissionBps } of order.lines)
    add(vendorId, totalMinor, shareDown(totalMinor, ALL_BPS - commissionBps));
  for (const { vendorId, amountMinor } of order.charges) if (vendorId !== null) add(vendorId, amountMinor, amountMinor);
  const vendors = [...byVendor].map(
    ([vendorId, { gross, net }]): VendorSettlement => ({
      settlementId: settlementIdOf(orderId, vendorId),
      vendorId,
      grossMinor: gross,
      commissionMinor: gross - net,
      netMinor: net,
      currency: order.currency,
      state: 'accrued',
    }),
  );
  const charged = (tax: boolean) =>
    order.charges
      .filter(({ kind, vendorId }) => vendorId === null && (kind === 'tax') === tax)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const commissionMinor = vendors.reduce((sum, part) => sum + part.commissionMinor, charged(false));
  return { vendors, commissionMinor, taxMinor: charged(true) };
}

/**
 * Books a paid order once: the `capture` entry and one settlement per vendor. Returns the settlements for the order.
 * The handler of the purpose calls it inside the transaction that pays. A second booking makes that transaction fail
 * with EXISTS.
 */
export function bookSale(
  t: Writer,
  { row, orderId, order, at }: { row: LedgerRow; orderId: string; order: SoldOrder; at: string },
): VendorSettlement[] {
  const { vendors, commissionMinor, taxMinor } = accrueSettlements(orderId, order);
  const { currency } = order;
  const captureEntryId = postEntry(t, {
    kind: 'capture',
    subjectId: orderId,
    at,
    note: row.orderReference,
    postings: [
      ...moneyIn(row),
      ...vendors.map((part) => ({ account: vendorPending(part.vendorId), amountMinor: -part.netMinor, currency })),
      { account: 'platform:commission', amountMinor: -commissionMinor, currency },
      { account: 'tax', amountMinor: -taxMinor, currency },
    ],
  });
  for (const { settlementId, ...part } of vendors) {
    t.create(Settlements, settlementId, {
      ...part,
      orderId,
      orderReference: row.orderReference,
      blocked: false,
      captureEntryId,
      releaseAt: null,
      payoutId: null,
      overpaid: false,
      createdAt: at,
      updatedAt: at,
    });
  }
  return [...vendors];
}

/** Reads what `reverseSale` and `blockSettlements` need. Returns empty lists for an order that was never paid. */
export async function readSale(reader: Reader, orderId: string, { lines }: Sold): Promise<BookedSale> {
  const vendorIds = [...new Set(lines.map(({ vendorId }) => vendorId))];
  const [settlements, postings] = await Promise.all([
    reader.getMany(
      Settlements,
      vendorIds.map((vendorId) => settlementIdOf(orderId, vendorId)),
    ),
    postingsOf(reader, entryIdOf('capture', orderId)),
  ]);
  return { orderId, settlements: settlements.filter((row) => row !== undefined), postings };
}

/**
 * Books the return of a paid order once. It mirrors the `capture` to the last unit and recomputes nothing. Amounts
 * already released to a vendor are taken from their payable account, which may go below 0. The next payout nets that.
 * Returns the settlements for the order.
 */
export function reverseSale(t: Writer, sale: BookedSale, at: string): VendorSettlement[] {
  const released = new Set(
    sale.settlements.filter(({ data }) => data.state !== 'accrued').map(({ data }) => data.vendorId),
  );
  const movedOn = new Map([...released].map((vendorId) => [vendorPending(vendorId), vendorPayable(vendorId)]));
  postEntry(t, {
    kind: 'refund',
    subjectId: sale.orderId,
    at,
    note: entryIdOf('capture', sale.orderId),
    postings: reversed(sale.postings).map((posting) => ({
      ...posting,
      account: movedOn.get(posting.account) ?? posting.account,
    })),
  });
  for (const { id, data } of sale.settlements)
    t.update(Settlements, id, { state: 'reversed', overpaid: data.state === 'paid', updatedAt: at });
  return sale.settlements.map(({ id, data }) => ({ ...toVendorSettlement(id, data), state: 'reversed' }));
}

/** Blocks the settlements of a canceled order from release, or unblocks them when it counts again. */
export function blockSettlements(t: Writer, sale: BookedSale, blocked: boolean, at: string): void {
  for (const { id, data } of sale.settlements)
    if (data.blocked !== blocked && data.state !== 'reversed') t.update(Settlements, id, { blocked, updatedAt: at });
}

export const toVendorSettlement = (settlementId: string, data: Settlement): VendorSettlement => ({
  settlementId,
  vendorId: data.vendorId,
  grossMinor: data.grossMinor,
  commissionMinor: data.commissionMinor,
  netMinor: data.netMinor,
  currency: data.currency,
  state: data.state,
});
