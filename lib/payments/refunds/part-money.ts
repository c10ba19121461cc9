import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { attemptsOf } from '#lib/payments/attempts/ledger.ts';
import { payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { exchange, moneyAccount, userCredit, vendorPayable, vendorPending } from '#lib/payments/books/accounts.ts';
import { type Posting, postEntry } from '#lib/payments/books/journal.ts';
import { chargeIn, givenBy } from '#lib/payments/books/money-in.ts';
import { type BookedSale, readSale, toVendorSettlement } from '#lib/payments/books/settlements.ts';
import { CreditAccounts, PartRefunds, PaymentTransactions, Settlements } from '#lib/payments/collections.ts';
import { changeCredit } from '#lib/payments/credit/credit.ts';
import type { VendorSettlement } from '#lib/payments/ports.ts';
import type { CreditAccount, Settlement } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';
import type { PartRefundWay, PayState } from '#lib/payments/values.ts';
import { partRefundIdOf, promisePartRefund } from './part-refund-topic.ts';

/** A sale of which a part goes back: everything that its money needs, read before any write. */
export type PartSale = {
  /** The attempt that paid for the order. */
  readonly row: LedgerRow;
  readonly others: readonly LedgerRow[];
  readonly sale: BookedSale;
  /** The refunds of the parts of this order. */
  readonly refunds: readonly Row<PartRefund>[];
  readonly account: Row<CreditAccount> | undefined;
};

type Sold = { readonly number: string; readonly vendorIds: readonly string[] };

/** Reads the money of a paid order. Returns null when no attempt has paid for it. */
export async function readPartSale(t: Reader, orderId: string, { number, vendorIds }: Sold): Promise<PartSale | null> {
  const [attempts, sale, refunds] = await Promise.all([
    attemptsOf(t, { stem: number }),
    readSale(t, orderId, { lines: vendorIds.map((vendorId) => ({ vendorId })) }),
    t.getMany(
      PartRefunds,
      vendorIds.map((vendorId) => partRefundIdOf(orderId, vendorId)),
    ),
  ]);
  const row = attempts.find(({ paidAt, excess }) => paidAt !== null && !excess);
  if (!row) return null;
  const account = await t.get(CreditAccounts, row.userId);
  const others = attempts.filter(({ orderReference }) => orderReference !== row.orderReference);
  return { row, others, sale, refunds: refunds.filter((refund) => refund !== undefined), account };
}

type RefundOfPart = {
  readonly vendorId: string;
  /** True when the gateway may be asked to refund a card. */
  readonly byCard: boolean;
  readonly at: string;
};

/** What a refund of a part leaves for its order to show. */
export type PartRefunded = {
  readonly refund: PartRefund;
  readonly payState: PayState;
  readonly vendorSettlements: readonly VendorSettlement[];
};

/**
 * Books the refund of one vendor's part, once: the settlement is reversed with its frozen amounts, and the money goes
 * back or is owed. Charges that belong to no vendor go back with the last part. Credit goes back at once.
 */
export function refundPart(t: Writer, money: PartSale, { vendorId, byCard, at }: RefundOfPart): PartRefunded {
  const { row, sale } = money;
  const settlement = sale.settlements.find(({ data }) => data.vendorId === vendorId);
  if (!settlement) throw new Error(`${sale.orderId} has no settlement of ${vendorId}`);
  const isLast = money.refunds.length + 1 === sale.settlements.length;
  const sides = [...sharesOf(settlement.data), ...(isLast ? restOf(sale, row.currency) : [])];
  const amountMinor = sides.reduce((sum, side) => sum + side.amountMinor, 0);
  const id = partRefundIdOf(sale.orderId, vendorId);
  postEntry(t, {
    kind: 'part_refund',
    subjectId: id,
    at,
    note: row.orderReference,
    postings: [...sides, { account: 'refund_clearing', amountMinor: -amountMinor, currency: row.currency }],
  });
  t.update(Settlements, settlement.id, {
    state: 'reversed',
    overpaid: settlement.data.state === 'paid',
    updatedAt: at,
  });
  const isCredit = row.processor === 'credit';
  const isPending = row.processor === 'cardgw' && byCard;
  const owed: PartRefund = {
    orderId: sale.orderId,
    vendorId,
    orderReference: row.orderReference,
    amountMinor,
    currency: row.currency,
    state: isPending ? 'pending' : 'owed',
    way: isPending ? 'card' : null,
    balanceMinor: null,
    reference: null,
    tries: 0,
    failedBecause: null,
    askedAt: null,
    nextCheckAt: isPending ? at : null,
    settledBy: null,
    createdAt: at,
    updatedAt: at,
  };
  const refund = isCredit ? paidRefund(t, money, { id, data: owed }, { way: 'balance', isLast, at }) : owed;
  t.create(PartRefunds, id, refund);
  if (isPending) promisePartRefund(t, id, at);
  const back = money.row.partsBack?.amountMinor ?? 0;
  const updated = writeRow(t, {
    row: { ...row, partsBack: { amountMinor: back + amountMinor, isAll: isLast } },
    refunds: [...money.refunds.map(({ data }) => data), refund],
    at,
  });
  return {
    refund,
    payState: payStateOf([...money.others, updated]),
    vendorSettlements: sale.settlements.map((one) => ({
      ...toVendorSettlement(one.id, one.data),
      ...(one.id === settlement.id && { state: 'reversed' as const }),
    })),
  };
}

type Settled = {
  readonly way: PartRefundWay;
  readonly reference?: string | null;
  readonly settledBy?: string | null;
  readonly at: string;
};

/** Books that the money of a part is back, and ends the refund. Returns the refund and the order's payment state. */
export function finishPartRefund(
  t: Writer,
  money: PartSale,
  refund: Row<PartRefund>,
  { way, reference = null, settledBy = null, at }: Settled,
): Pick<PartRefunded, 'refund' | 'payState'> {
  const done = { ...paidRefund(t, money, refund, { way, isLast: false, at }), reference, settledBy };
  t.set(PartRefunds, refund.id, done);
  const refunds = money.refunds.map(({ id, data }) => (id === refund.id ? done : data));
  const row = writeRow(t, { row: money.row, refunds, at });
  return { refund: done, payState: payStateOf([...money.others, row]) };
}

type Paid = Pick<Settled, 'way' | 'at'> & { readonly isLast: boolean };

/** Books that money went back on some way. Credit grows in the same transaction. */
function paidRefund(
  t: Writer,
  money: PartSale,
  { id, data: refund }: Pick<Row<PartRefund>, 'id' | 'data'>,
  { way, isLast, at }: Paid,
): PartRefund {
  const { row, account } = money;
  const { amountMinor, currency } = refund;
  const balanceMinor = way === 'balance' ? shareOfBalance(money, amountMinor, isLast) : null;
  postEntry(t, {
    kind: 'part_refund_paid',
    subjectId: id,
    at,
    note: row.orderReference,
    postings: [
      { account: 'refund_clearing', amountMinor, currency },
      ...(balanceMinor === null
        ? [{ account: sourceOf(row, way), amountMinor: -amountMinor, currency }]
        : toBalance(row, { amountMinor, currency }, { ...balanceOfPayer(row), amountMinor: balanceMinor })),
    ],
  });
  if (balanceMinor !== null && balanceMinor > 0)
    changeCredit(t, { account, userId: row.userId, byMinor: balanceMinor, at });
  return { ...refund, state: 'done', way, balanceMinor, nextCheckAt: null, updatedAt: at };
}

/** Returns what an order costs in the currency of the payer's balance. */
export const balanceOfPayer = (row: LedgerRow): { readonly amountMinor: number; readonly currency: string } => {
  if (row.processor === 'credit') return givenBy(row);
  const currency = row.fx?.base ?? row.currency;
  return { amountMinor: chargeIn(currency, row, row.fx) ?? row.amountMinor, currency };
};

/**
 * Returns what a part is worth on the balance: its share of what the order costs there, rounded down. Of an order paid
 * by credit the last part gets the rest, so that the whole order gives back what it took.
 */
function shareOfBalance({ row, refunds }: PartSale, amountMinor: number, isLast: boolean): number {
  const whole = balanceOfPayer(row).amountMinor;
  const before = refunds.reduce((sum, { data }) => sum + (data.balanceMinor ?? 0), 0);
  if (isLast && row.processor === 'credit') return whole - before;
  return Number((BigInt(whole) * BigInt(amountMinor)) / BigInt(Math.max(1, row.amountMinor)));
}

type Amount = { readonly amountMinor: number; readonly currency: string };

/** Returns the credit side of money that goes to a balance and, between two currencies, its exchange. */
function toBalance(row: LedgerRow, amount: Amount, given: Amount): Posting[] {
  const target = { account: userCredit(row.userId), amountMinor: -given.amountMinor, currency: given.currency };
  if (given.currency === amount.currency) return [target];
  return [
    target,
    { account: exchange(given.currency), amountMinor: given.amountMinor, currency: given.currency },
    { account: exchange(amount.currency), amountMinor: -amount.amountMinor, currency: amount.currency },
  ];
}

/** Returns the account that the money leaves. Money returned by a person leaves the bank, or the till it came into. */
function sourceOf(row: LedgerRow, way: PartRefundWay): Posting['account'] {
  if (way === 'by_hand') return row.processor === 'manual' ? 'gateway:manual' : 'bank';
  return moneyAccount(row.processor, row.userId);
}

/** Returns what is taken back from a vendor and from the commission, exactly as it was captured. */
const sharesOf = ({ vendorId, netMinor, commissionMinor, currency, state }: Settlement): Posting[] => [
  { account: state === 'accrued' ? vendorPending(vendorId) : vendorPayable(vendorId), amountMinor: netMinor, currency },
  { account: 'platform:commission', amountMinor: commissionMinor, currency },
];

/** Returns the charges of no vendor, as they were captured: tax, and what of the commission comes from no settlement. */
function restOf({ settlements, postings }: BookedSale, currency: string): Posting[] {
  const booked = (account: Posting['account']) =>
    postings.reduce((sum, posting) => (posting.account === account ? sum - posting.amountMinor : sum), 0);
  const commission = settlements.reduce((sum, { data }) => sum + data.commissionMinor, 0);
  return [
    { account: 'platform:commission', amountMinor: booked('platform:commission') - commission, currency },
    { account: 'tax', amountMinor: booked('tax'), currency },
  ];
}

type RowChange = { readonly row: LedgerRow; readonly refunds: readonly PartRefund[]; readonly at: string };

/** Writes the attempt. Once every part is back, it counts as refunded. */
function writeRow(t: Writer, { row, refunds, at }: RowChange): LedgerRow {
  const isBack = row.partsBack?.isAll === true && refunds.every(({ state }) => state === 'done');
  const updated: LedgerRow = {
    ...row,
    ...(isBack && { status: 'refunded', refundState: 'done', refundedAt: at }),
    version: row.version + 1,
    updatedAt: at,
  };
  t.set(PaymentTransactions, row.orderReference, updated);
  return updated;
}
