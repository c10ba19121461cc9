import type { Context } from '#lib/context/context.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { type Posting, postEntry, reversed } from '#lib/payments/books/journal.ts';
import { givenBy, moneyIn } from '#lib/payments/books/money-in.ts';
import { CreditAccounts, PaymentTransactions } from '#lib/payments/collections.ts';
import { changeCredit } from '#lib/payments/credit/credit.ts';
import type { PaymentTransition, PurposeHandler } from '#lib/payments/ports.ts';
import { promiseRefund } from '#lib/payments/refunds/refund-topic.ts';
import type { CreditAccount } from '#lib/payments/schemas/journal.ts';
import { type Evidence, type EvidenceEntry, evidenceEntry, type LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { type Alert, evidenceKindOf, type Next } from './attempt-states.ts';
import { attemptsOf, handlerOf, stemOf } from './ledger.ts';
import { promiseOrderPaid } from './order-paid-topic.ts';
import { isLive, payStateOf } from './pay-state.ts';
import { storedPayload } from './payloads.ts';

const MAX_EVIDENCE = 20;

/** The result of applying a statement. */
export type Applied = {
  readonly row: LedgerRow;
  readonly moved: boolean;
  /** True when the processor itself must be asked before the statement is believed. */
  readonly confirm: boolean;
  readonly alert: Alert | null;
};

/** The actor and the time. They are passed into the transaction, which may run again. */
export type By = { readonly at: string; readonly actorId: string | null; readonly via: string };
export const byOf = (ctx: Context): By => ({
  at: ctx.now().toISOString(),
  actorId: ctx.user?.id ?? null,
  via: ctx.via,
});

/** An attempt with everything that its transition reads. */
export type TransitionInput = {
  readonly row: LedgerRow;
  /** The other attempts for the same payable. */
  readonly others: readonly LedgerRow[];
  readonly account: Row<CreditAccount> | undefined;
  readonly handler: PurposeHandler;
  readonly state: unknown;
  readonly ctx: Context;
  readonly from: PaymentTransition['from'];
};

/** An attempt after its transition. */
type MovedAttempt = TransitionInput & Pick<PaymentTransition, 'failed'>;

/** Reads what a transition of this attempt needs. These are the last reads of its transaction. */
export async function readTransition(
  t: Tx,
  ctx: Context,
  { row, from, at }: Pick<TransitionInput, 'row' | 'from'> & Pick<By, 'at'>,
): Promise<TransitionInput> {
  const handler = handlerOf(ctx, row.purpose);
  const [attempts, account, state] = await Promise.all([
    row.orderId === null ? [] : attemptsOf(t, { stem: stemOf(row.orderReference) }),
    row.processor === 'credit' ? t.get(CreditAccounts, row.userId) : undefined,
    handler.read(t, row, new Date(at)),
  ]);
  const others = attempts.filter(({ orderReference }) => orderReference !== row.orderReference);
  return { row, others, account, handler, state, ctx, from };
}

/** Writes a transition and everything that follows from it. */
export function writeTransition(
  t: Writer,
  moving: TransitionInput,
  next: Extract<Next, { kind: 'move' }>,
  { evidence, by }: { readonly evidence: Evidence; readonly by: By },
): Applied {
  const isKnown = next.failure?.code === moving.row.failure?.code || isRepeatedDecline(moving.row, evidence);
  const failed = isKnown ? null : next.failure;
  const moved = { ...moving, row: rowAfter(moving.row, next, evidence, by.at), failed };
  const { row: stored, alert } = consequence(t, moved, by);
  if (moving.from === null) t.create(PaymentTransactions, stored.orderReference, stored);
  else t.set(PaymentTransactions, stored.orderReference, stored);
  return { row: stored, moved: true, confirm: false, alert: alert ?? next.alert };
}

/** True when a check repeats a decline we know. The gateway keeps naming it after the buyer has reopened the page. */
const isRepeatedDecline = (row: LedgerRow, { source, reasonCode }: Evidence): boolean =>
  source === 'check' && row.evidence.some((before) => before.kind === 'declined' && before.reasonCode === reasonCode);

type Consequence = { readonly row: LedgerRow; readonly alert: Alert | null };
const withoutAlert = (row: LedgerRow): Consequence => ({ row, alert: null });

/** Writes what follows from the new status of an attempt. Returns the row and the alert, if any. */
function consequence(t: Writer, moved: MovedAttempt, by: By): Consequence {
  if (moved.row.status === 'paid' && moved.row.paidAt === null) return withoutAlert(takeMoney(t, moved, by));
  if (moved.row.status === 'refunded') return giveBack(t, moved, by);
  return withoutAlert(passToHandler(t, moved, by));
}

function rowAfter(row: LedgerRow, next: Extract<Next, { kind: 'move' }>, evidence: Evidence, at: string): LedgerRow {
  const { status, refundState, failure } = next;
  const isOpen = isLive({ status });
  const closes = status === 'declined' || status === 'expired';
  // A callback's claim stays until the processor itself has replied, whatever other callbacks say meanwhile.
  const claimedAt = isOpen || closes ? row.claimedAt : null;
  const isWatched = isOpen || claimedAt !== null || refundState === 'pending';
  return {
    ...row,
    status,
    refundState,
    failure,
    closedAt: closes ? (row.closedAt ?? at) : row.closedAt,
    claimedAt,
    nextCheckAt: isWatched ? dueAfter(row, next, at) : null,
    evidence: withEvidence(row, evidence, at),
    processor_payload: { ...row.processor_payload, ...storedPayload(row.processor, evidence.payload) },
    version: row.version + 1,
    updatedAt: at,
  };
}

/** Returns when to check next. New states are checked at once; a watched attempt keeps its time. */
function dueAfter(row: LedgerRow, next: Extract<Next, { kind: 'move' }>, at: string): string {
  const isNew = next.status === 'authorized' || next.refundState !== row.refundState;
  return isNew ? at : (row.nextCheckAt ?? at);
}

/** Gives what the money was paid for. If that is no longer possible, books the money as excess. */
function takeMoney(t: Writer, moving: MovedAttempt, by: By): LedgerRow {
  const paid = { ...moving, row: { ...moving.row, paidAt: by.at } };
  const outcome = moving.handler.paid(t, paid.row, moving.state, transitionOf(paid, by), moving.ctx);
  if (outcome !== 'done') return bookExcess(t, paid, by);
  if (paid.row.orderId !== null) promiseOrderPaid(t, paid.row.orderId, new Date(by.at));
  return changedCredit(t, paid, -1, by);
}

/**
 * Books money in excess on a separate account and sends it back. Credit goes back at once, because it never left the
 * shop.
 */
function bookExcess(t: Writer, { row, ...moving }: MovedAttempt, by: By): LedgerRow {
  const { orderReference } = row;
  postEntry(t, { kind: 'excess', subjectId: orderReference, at: by.at, note: orderReference, postings: excessOf(row) });
  const excess = { ...row, excess: true };
  if (row.processor === 'credit')
    return returnExcess(t, { ...moving, row: { ...excess, status: 'refunded', refundState: 'done' } }, by);
  const refunding = { reason: 'excess', wantedAt: by.at, askedAt: null, promisedAt: null };
  promiseRefund(t, excess, by.at);
  return passToHandler(t, { ...moving, row: { ...excess, refundState: 'pending', refunding, nextCheckAt: by.at } }, by);
}

/** Books the return of the money: undoes a sale, or returns money in excess from its own account. */
function giveBack(t: Writer, moving: MovedAttempt, by: By): Consequence {
  if (moving.row.excess) return withoutAlert(returnExcess(t, moving, by));
  const back = { ...moving, row: { ...moving.row, refundedAt: by.at } };
  const outcome = moving.handler.refunded(t, back.row, moving.state, transitionOf(back, by));
  return { row: changedCredit(t, back, 1, by), alert: outcome === 'spent' ? 'credit_spent' : null };
}

function returnExcess(t: Writer, moving: MovedAttempt, by: By): LedgerRow {
  const { orderReference } = moving.row;
  const postings = reversed(excessOf(moving.row));
  postEntry(t, { kind: 'excess_refund', subjectId: orderReference, at: by.at, note: orderReference, postings });
  return passToHandler(t, { ...moving, row: { ...moving.row, refundedAt: by.at } }, by);
}

const excessOf = (row: LedgerRow): Posting[] => [
  ...moneyIn(row),
  { account: 'refund_clearing', amountMinor: -row.amountMinor, currency: row.currency },
];

/** Debits or returns the payer's credit. Other processors hold the money themselves. */
function changedCredit(t: Writer, { row, account }: TransitionInput, sign: 1 | -1, { at }: By): LedgerRow {
  if (row.processor !== 'credit') return row;
  const byMinor = sign * givenBy(row).amountMinor;
  const balanceAfterMinor = changeCredit(t, { account, userId: row.userId, byMinor, at });
  return { ...row, processor_payload: { ...row.processor_payload, balanceAfterMinor } };
}

function passToHandler(t: Writer, moving: MovedAttempt, by: By): LedgerRow {
  moving.handler.moved(t, moving.row, moving.state, transitionOf(moving, by));
  return moving.row;
}

const transitionOf = ({ row, others, from, failed }: MovedAttempt, by: By): PaymentTransition => ({
  ...by,
  from,
  failed,
  payState: payStateOf([...others, row]),
});

/** Keeps the first statement and the latest ones: how the attempt began and its current state. */
export function withEvidence({ evidence }: LedgerRow, statement: Evidence, at: string): EvidenceEntry[] {
  const all = [...evidence, evidenceEntry.parse({ ...statement, at, kind: evidenceKindOf(statement.status) })];
  return all.length <= MAX_EVIDENCE ? all : [...all.slice(0, 1), ...all.slice(1 - MAX_EVIDENCE)];
}
