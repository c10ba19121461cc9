import type { Row } from '#lib/data/store.ts';
import { vendorPayable, vendorPending } from '#lib/payments/books/accounts.ts';
import type { JournalPosting, Payout, Settlement } from '#lib/payments/schemas/journal.ts';
import { type Finding, findingsOf } from './findings.ts';

type Postings = readonly Pick<JournalPosting, 'account' | 'amountMinor' | 'currency'>[];

/** Whether a settlement in this state was released, and whether it was paid out. Null where its history decides. */
const expectedOf: Readonly<
  Record<Settlement['state'], { readonly released: boolean | null; readonly paid: boolean | null }>
> = {
  accrued: { released: false, paid: false },
  payable: { released: true, paid: false },
  paid: { released: true, paid: true },
  reversed: { released: null, paid: null },
};

/** SI6: a vendor's share was released once, to the last unit. A refund took it back from its account at that time. */
export function auditSettlement(
  id: string,
  settlement: Settlement,
  { release, refund }: { readonly release: Postings | null; readonly refund: Postings | null },
): Finding[] {
  const { state, vendorId, netMinor, currency, releaseAt, payoutId, overpaid } = settlement;
  const { released, paid } = expectedOf[state];
  const moved = [
    { account: vendorPending(vendorId), amountMinor: netMinor, currency },
    { account: vendorPayable(vendorId), amountMinor: -netMinor, currency },
  ];
  const takenFrom = releaseAt === null ? vendorPending(vendorId) : vendorPayable(vendorId);
  const taken = (refund ?? []).filter(({ account }) => account === takenFrom);
  return findingsOf('SI6', id, [
    (release !== null) !== (releaseAt !== null) && `was released at ${releaseAt}, but the journal differs`,
    release !== null && textOf(release) !== textOf(moved) && `released ${textOf(release)}, but owes ${textOf(moved)}`,
    released !== null && released !== (releaseAt !== null) && `is ${state}, but was released at ${releaseAt}`,
    paid !== null && paid !== (payoutId !== null) && `is ${state}, but was paid out by ${payoutId}`,
    payoutId !== null && releaseAt === null && 'was paid out but never released',
    overpaid && (state !== 'reversed' || payoutId === null) && `is ${state}, but is to be deducted from a payout`,
    state === 'reversed' &&
      netMinor !== 0 &&
      taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== netMinor &&
      `was not deducted from ${takenFrom}`,
  ]);
}

/** SI6: a payout equals the sum of its settlements less what it keeps back. No other payout paid them. */
export function auditPayout(
  id: string,
  payout: Payout,
  {
    postings,
    settlementOf,
  }: { readonly postings: Postings | null; readonly settlementOf: (id: string) => Settlement | undefined },
): Finding[] {
  const { vendorId, settlementIds, keptBackIds, amountMinor, currency } = payout;
  const net = (ids: readonly string[]) =>
    ids.reduce((sum, settlementId) => sum + (settlementOf(settlementId)?.netMinor ?? 0), 0);
  const due = net(settlementIds) - net(keptBackIds);
  const expected = [
    { account: vendorPayable(vendorId), amountMinor, currency },
    { account: 'bank', amountMinor: -amountMinor, currency },
  ];
  const isOf = (settlement: Settlement | undefined) =>
    settlement?.vendorId === vendorId && settlement.currency === currency;
  return findingsOf('SI6', id, [
    due !== amountMinor && `paid ${amountMinor}, but ${due} was due`,
    textOf(postings ?? []) !== textOf(expected) && `booked ${textOf(postings ?? [])}`,
    settlementIds.some((settlementId) => settlementOf(settlementId)?.payoutId !== id) &&
      'paid a settlement that another payout paid',
    [...settlementIds, ...keptBackIds].some((settlementId) => !isOf(settlementOf(settlementId))) &&
      'paid a settlement of another vendor',
    keptBackIds.some((settlementId) => settlementOf(settlementId)?.overpaid !== false) &&
      'deducted a settlement that is still marked for deduction',
  ]);
}

/** SI6: no two payouts name the same settlement or keep the same one back. */
export function auditPayouts(payouts: readonly Pick<Row<Payout>, 'id' | 'data'>[]): Finding[] {
  const twice = (idsOf: (payout: Payout) => readonly string[]) => {
    const all = payouts.flatMap(({ data }) => idsOf(data));
    return all.filter((id, i) => all.indexOf(id) !== i);
  };
  return [...twice(({ settlementIds }) => settlementIds), ...twice(({ keptBackIds }) => keptBackIds)].flatMap((id) =>
    findingsOf('SI6', id, ['is in two payouts']),
  );
}

const textOf = (postings: Postings): string =>
  postings
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map(({ account, amountMinor, currency }) => `${account} ${amountMinor} ${currency}`)
    .sort()
    .join(', ') || 'nothing';
