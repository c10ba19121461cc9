import { parseAmount } from '#lib/core/money.ts';
import type { Evidence, Failure, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { AttemptStatus, EvidenceKind, RefundState } from '#lib/payments/values.ts';
import { failureOf } from './failures.ts';

/** A row of the table: the status, with `paid` split by whether a refund is in progress. */
export type AttemptState = AttemptStatus | 'refund_pending';
/** A column: the kind of statement, or `mismatch` when amount, currency or merchant differ from the attempt's. */
export type Column = EvidenceKind | 'mismatch';

/** The action of a cell. The first group moves the attempt to the status of that name. */
export const cells = [
  'pending',
  'authorized',
  'paid',
  'declined',
  'expired',
  'voided',
  'suspicious',
  'refunded',
  'late', // paid, but only if the processor itself says so: a callback can be replayed forever
  'fail', // stays open and shows the failure: the buyer may try another card on the same page
  'lapse', // the end of the attempt: declined when a failure was seen, else expired
  'refund_pending',
  'refund_failed',
  'keep',
  'alert', // kept, and a person should look
] as const;
export type Cell = (typeof cells)[number];

const open = {
  in_progress: 'pending',
  waiting_auth: 'authorized',
  approved: 'paid',
  declined: 'fail',
  expired: 'lapse',
  returned: 'voided',
  refund_in_progress: 'keep',
  mismatch: 'suspicious',
} as const satisfies Record<Column, Cell>;

const closed = {
  in_progress: 'pending',
  waiting_auth: 'authorized',
  approved: 'late',
  declined: 'keep',
  expired: 'keep',
  returned: 'voided',
  refund_in_progress: 'keep',
  mismatch: 'suspicious',
} as const satisfies Record<Column, Cell>;

const over = {
  in_progress: 'keep',
  waiting_auth: 'keep',
  approved: 'keep',
  declined: 'keep',
  expired: 'keep',
  returned: 'keep',
  refund_in_progress: 'keep',
  mismatch: 'keep',
} as const satisfies Record<Column, Cell>;

/** The state machine of an attempt: for each state, what each kind of evidence does. */
export const attemptTable: Readonly<Record<AttemptState, Readonly<Record<Column, Cell>>>> = {
  created: open,
  pending: open,
  // A sale is never only authorized, so this should not occur. We ask for a settlement, and its approval pays.
  authorized: { ...open, in_progress: 'keep', waiting_auth: 'keep', declined: 'declined', expired: 'expired' },
  declined: closed,
  expired: closed,
  superseded: closed,
  paid: { ...over, declined: 'alert', returned: 'refunded', refund_in_progress: 'refund_pending', mismatch: 'alert' },
  refund_pending: { ...over, declined: 'refund_failed', returned: 'refunded', mismatch: 'alert' },
  suspicious: { ...over, returned: 'voided' },
  refunded: over,
  voided: over,
};

export const alerts = [
  'amount_differs',
  'declined_after_paid',
  'refund_failed',
  'approval_contradicted',
  'approved_after_void',
  'unknown_status',
  'credit_spent',
  'refunded_besides_parts',
] as const;
export type Alert = (typeof alerts)[number];

/** What evidence does to an attempt. `confirm`: nothing yet, because the processor itself must be asked first. */
export type Next =
  | { readonly kind: 'keep'; readonly alert: Alert | null }
  | { readonly kind: 'confirm'; readonly alert: Alert | null }
  | {
      readonly kind: 'move';
      readonly status: AttemptStatus;
      readonly refundState: RefundState;
      readonly failure: Failure | null;
      readonly alert: Alert | null;
    };

type Attempt = Pick<
  LedgerRow,
  'status' | 'refundState' | 'amountMinor' | 'currency' | 'signed' | 'failure' | 'closedAt' | 'claimedAt' | 'refunding'
> &
  Partial<Pick<LedgerRow, 'partsBack'>>;

/** Processors spell their statuses in different cases. These are the words in lower case. */
const kindOfStatus: Readonly<Record<string, EvidenceKind>> = {
  created: 'in_progress',
  pending: 'in_progress',
  inprocessing: 'in_progress',
  waitingauthcomplete: 'waiting_auth',
  approved: 'approved',
  declined: 'declined',
  expired: 'expired',
  refunded: 'returned',
  voided: 'returned',
  refundinprocessing: 'refund_in_progress',
};

const isKnown = (status: string): boolean => Object.hasOwn(kindOfStatus, status.toLowerCase());

/** Returns the kind of a status as a processor spells it. An unknown status counts as in progress. */
export const evidenceKindOf = (status: string): EvidenceKind =>
  (isKnown(status) ? kindOfStatus[status.toLowerCase()] : undefined) ?? 'in_progress';

/**
 * Decides what a processor's statement does to an attempt. Pure: it reads only the row and the statement, so tests
 * can try statements in any order, number and source.
 */
export function nextOf(row: Attempt, evidence: Evidence): Next {
  const column: Column = differs(row, evidence) ? 'mismatch' : evidenceKindOf(evidence.status);
  // Once a part went back, only the answer to our own request moves money: what it names is the sum of one part.
  if (row.partsBack != null && (column === 'returned' || column === 'refund_in_progress'))
    return keep(stateOf(row) === 'refunded' ? null : 'refunded_besides_parts');
  const next = isContradicted(row, column, evidence)
    ? move(row, { status: 'suspicious' }, 'approval_contradicted')
    : act(row, stateOf(row), column, evidence);
  return next.alert === null && !isKnown(evidence.status) ? { ...next, alert: 'unknown_status' } : next;
}

export const stateOf = ({ status, refundState }: Pick<Attempt, 'status' | 'refundState'>): AttemptState =>
  status === 'paid' && refundState === 'pending' ? 'refund_pending' : status;

/** True for a processor's own reply and for our own sources. A callback only says what was true when it was signed. */
const isFirstHand = ({ source }: Evidence): boolean => source !== 'webhook';

function differs(row: Attempt, { amountText, currency, merchantAccount }: Evidence): boolean {
  return (
    currency !== row.currency ||
    parseAmount(amountText, currency) !== row.amountMinor ||
    merchantAccount !== (row.signed?.merchantAccount ?? null)
  );
}

/**
 * True when a callback claimed that a closed attempt was paid, and the processor denies it. A reply of "not yet" does
 * not deny it.
 */
function isContradicted({ status, claimedAt }: Attempt, column: Column, evidence: Evidence): boolean {
  const asked = claimedAt !== null && attemptTable[status].approved !== 'keep' && isFirstHand(evidence);
  return asked && column !== 'approved' && column !== 'in_progress' && column !== 'waiting_auth';
}

function act(row: Attempt, state: AttemptState, column: Column, evidence: Evidence): Next {
  const cell = attemptTable[state][column];
  switch (cell) {
    case 'keep':
      return keep(state === 'voided' && column === 'approved' && isFirstHand(evidence) ? 'approved_after_void' : null);
    case 'alert':
      return keep(column === 'mismatch' ? 'amount_differs' : 'declined_after_paid');
    case 'fail':
      return move(row, { status: 'pending', failure: failureOf(evidence.reasonCode) });
    case 'declined':
      return move(row, { status: 'declined', failure: failureOf(evidence.reasonCode) });
    case 'lapse':
      return move(row, { status: row.failure ? 'declined' : 'expired' });
    case 'late':
      return isFirstHand(evidence) ? move(row, { status: 'paid', failure: null }) : confirm;
    case 'paid':
      // An attempt that was closed and reopened counts as late: its approval may be an old one.
      return row.closedAt === null || isFirstHand(evidence) ? move(row, { status: 'paid', failure: null }) : confirm;
    case 'suspicious':
      return move(row, { status: 'suspicious' }, 'amount_differs');
    case 'refunded':
      return move(row, { status: 'refunded', refundState: 'done' });
    case 'refund_pending':
      return move(row, { refundState: 'pending' });
    case 'refund_failed':
      // A refusal counts only for a refund we asked for. A callback may belong to an earlier card on the same page.
      return isFirstHand(evidence) && row.refunding?.askedAt !== null
        ? move(row, { refundState: 'failed' }, 'refund_failed')
        : keep('declined_after_paid');
    case 'pending':
    case 'authorized':
    case 'expired':
    case 'voided':
      return move(row, { status: cell });
  }
}

const keep = (alert: Alert | null): Next => ({ kind: 'keep', alert });
const confirm: Next = { kind: 'confirm', alert: null };

type Changes = Partial<Pick<LedgerRow, 'status' | 'refundState' | 'failure'>>;

/** Returns a move, or `keep` when the attempt is in that state already. */
function move({ status, refundState, failure }: Attempt, changes: Changes, alert: Alert | null = null): Next {
  const next = { status, refundState, failure, ...changes };
  const same = next.status === status && next.refundState === refundState && next.failure?.code === failure?.code;
  return same ? keep(alert) : { kind: 'move', ...next, alert };
}
