import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { Payouts, Settlements } from '#lib/payments/collections.ts';
import { MAX_PAYOUT_SETTLEMENTS } from '#lib/payments/limits.ts';
import { settlementsOverpaid } from '#lib/payments/queries.ts';
import type { Payout, Settlement } from '#lib/payments/schemas/journal.ts';
import { vendorPayable } from './accounts.ts';
import { postEntry } from './journal.ts';

export type PayoutAsked = Pick<Payout, 'vendorId' | 'settlementIds' | 'bankReference'>;
/** The parts of a payout, read before any write. */
export type PlannedPayout = {
  readonly settlements: readonly Row<Settlement>[];
  readonly keptBack: readonly Row<Settlement>[];
  readonly amountMinor: number;
  readonly currency: string;
};

/**
 * Reads what a payout would settle. Money that the vendor got for sales undone since is kept back from it. Rejects
 * settlements of another vendor, of several currencies or not payable, and a payout of nothing.
 */
export async function planPayout(t: Reader, { vendorId, settlementIds }: PayoutAsked): Promise<PlannedPayout> {
  const rows = await t.getMany(Settlements, settlementIds);
  const settlements = settlementIds.map((id, i) => ownPayable(rows[i], vendorId, id));
  const currency = settlements[0]?.data.currency ?? '';
  if (settlements.some(({ data }) => data.currency !== currency))
    throw invalid('A payout must be in one currency', { settlementIds: 'must all have the same currency' });
  const { rows: keptBack } = await t.find(settlementsOverpaid(vendorId, currency, MAX_PAYOUT_SETTLEMENTS));
  const amountMinor = netOf(settlements) - netOf(keptBack);
  if (amountMinor <= 0)
    throw conflict('The deductions for returned sales exceed this payout', {
      code: 'NothingToPay',
      details: { amountMinor: String(amountMinor), currency },
    });
  return { settlements, keptBack, amountMinor, currency };
}

function ownPayable(row: Row<Settlement> | undefined, vendorId: string, id: string): Row<Settlement> {
  if (row?.data.vendorId !== vendorId) throw notFound('Settlement', id);
  const { state, blocked } = row.data;
  if (state !== 'payable' || blocked)
    throw conflict(`Settlement ${id} is ${blocked ? 'blocked' : state}`, {
      code: 'NotPayable',
      details: { settlementId: id, state },
    });
  return row;
}

const netOf = (rows: readonly Row<Settlement>[]): number => rows.reduce((sum, { data }) => sum + data.netMinor, 0);

/** Books a payout once: its row, its entry, its settlements and what it keeps back. */
export function writePayout(t: Writer, id: string, payout: Payout): void {
  const { vendorId, amountMinor, currency, createdAt: at } = payout;
  t.create(Payouts, id, payout);
  postEntry(t, {
    kind: 'payout',
    subjectId: id,
    at,
    note: payout.bankReference,
    postings: [
      { account: vendorPayable(vendorId), amountMinor, currency },
      { account: 'bank', amountMinor: -amountMinor, currency },
    ],
  });
  for (const settlementId of payout.settlementIds)
    t.update(Settlements, settlementId, { state: 'paid', payoutId: id, updatedAt: at });
  for (const settlementId of payout.keptBackIds)
    t.update(Settlements, settlementId, { overpaid: false, updatedAt: at });
}
