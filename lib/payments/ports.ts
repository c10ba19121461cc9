import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Settlement } from './schemas/journal.ts';
import type { Evidence, LedgerRow } from './schemas/ledger.ts';
import type { AttemptStatus, PayState, Purpose } from './values.ts';

/** Whether a payment may still be started; the first that holds of paid, canceled, short. */
export const payableStandings = ['open', 'paid', 'canceled', 'short'] as const;
export type PayableStanding = (typeof payableStandings)[number];

/** What is to be paid for, as its own domain knows it. */
export type Payable = {
  readonly id: string;
  /** What its order references begin with: `{stem}-{n}`. */
  readonly stem: string;
  readonly userId: string;
  readonly vendorIds: readonly string[];
  readonly amountMinor: number;
  readonly currency: string;
  /** The exchange rate frozen with the amount; null where none was needed. */
  readonly fx: LedgerRow['fx'];
  readonly locale: Locale;
  /** `short`: what is wanted is neither set aside nor to be had any more. */
  readonly standing: PayableStanding;
  readonly payState: PayState;
  /** Null where what is paid for is no order. */
  readonly orderStatus: OrderStatus | null;
  /** Rises with every change of the order. */
  readonly orderRev: number | null;
};

/** A sale as payments reads it. An order of the shop is one. */
export type SoldOrder = {
  readonly lines: readonly { readonly vendorId: string; readonly totalMinor: number; readonly commissionBps: number }[];
  readonly charges: readonly { readonly kind: string; readonly amountMinor: number }[];
  readonly totalMinor: number;
  readonly currency: string;
};

/** The part of a sale that belongs to one vendor, as the order shows it. */
export type VendorSettlement = Pick<
  Settlement,
  'vendorId' | 'grossMinor' | 'commissionMinor' | 'netMinor' | 'currency' | 'state'
> & { readonly settlementId: string };

/** An order as the audit of the books compares it with them. */
export type BookedOrder = SoldOrder & {
  readonly payState: PayState;
  readonly paidAt: string | null;
  readonly settledAt: string | null;
  readonly vendorSettlements: readonly VendorSettlement[];
};

/** A move of an attempt: the moment and the actor as the caller of the transaction passed them in. */
export type PaymentMove = {
  readonly at: string;
  readonly actorId: string | null;
  readonly via: string;
  /** Where the attempt came from; null when this transaction made it. */
  readonly from: AttemptStatus | null;
  /** The refusal this move is about, also where the attempt stays open for another card; null for any other move. */
  readonly failed: LedgerRow['failure'];
  /** What all attempts of the subject add up to after this move. */
  readonly payState: PayState;
};

/**
 * What a purpose does when an attempt to pay for it moves. Payments never imports the shop: each purpose hands in its
 * handler through `services/runtime.ts`. Everything happens in the transaction that moves the ledger row, which is
 * handed in as it will be stored. `S` is what it reads for itself; `C` the context, which has these handlers in it.
 */
export interface PurposeHandler<S = unknown, C = unknown> {
  /**
   * The thing to pay for as it stands; null when there is none of that id. Never asks who is calling. Outside of a
   * transaction it is told the time and counts what `makeWay` would clear away as cleared.
   */
  find(reader: Reader, subjectId: string, outside?: { readonly now: Date }): Promise<Payable | null>;
  /** Clears away, in transactions of its own, what a payment of this thing would be held up by though nobody needs it. */
  makeWay?(ctx: C, subjectId: string): Promise<void>;
  /** Every read of its domain, before any write; `now` tells it what has run out. */
  read(t: Tx, row: LedgerRow, now: Date): Promise<S>;
  /**
   * Writes only: the money is in, for the first time. `too_late` means that what it was for can no longer be given;
   * then nothing was written, and `moved` follows with the row that says the money goes back. `ctx` is for audit rows.
   */
  paid(t: Writer, row: LedgerRow, state: S, move: PaymentMove, ctx: C): 'done' | 'too_late';
  /**
   * Writes only: the money of a payment that was `done` went back. `spent` means that what was given for it is no longer
   * all there: a person has to look.
   */
  refunded(t: Writer, row: LedgerRow, state: S, move: PaymentMove): 'done' | 'spent';
  /**
   * Writes only: an attempt begins that leads out of the house, and what it is for is kept for as long as its page lives.
   * Without it the attempt is shown by `moved`.
   */
  started?(t: Writer, row: LedgerRow, state: S, move: PaymentMove): void;
  /** What a gateway's page lists, and who pays; without it the page names the reference. */
  bill?(reader: Reader, subjectId: string): Promise<Bill>;
  /** Writes only: any other move. Shows `move.payState` and `move.failed`; money was neither taken nor given for the subject. */
  moved(t: Writer, row: LedgerRow, state: S, move: PaymentMove): void;
}

/** One thing on the page of the gateway; price times count of all lines is the amount. */
export type CardLine = { readonly name: string; readonly count: number; readonly priceMinor: number };

/** What a page of the gateway lists, and who pays. */
export type Bill = Pick<CardAsk, 'lines' | 'payer'>;

/** What the gateway is asked to take for one attempt. */
export type CardAsk = {
  readonly purpose: Purpose;
  readonly orderReference: string;
  /** Signed with the rest; kept in the row as `signed.orderDate`. */
  readonly requestedAt: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly lines: readonly CardLine[];
  readonly locale: Locale;
  /** Where the gateway sends the buyer, and where its callbacks go. */
  readonly returnUrl: string;
  readonly serviceUrl: string;
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string };
};

/** One payment as the gateway's own statement lists it. */
export type StatementLine = {
  readonly orderReference: string;
  readonly evidence: Evidence;
  readonly feeMinor: number | null;
};

/** A callback as it was read: who it is about, and what makes two of them the same. */
export type CardCallback = {
  readonly orderReference: string;
  readonly merchantAccount: string;
  /** The eight signed values, in their order, spelled as they were signed. */
  readonly signedValues: readonly string[];
  readonly evidence: Evidence;
};
export type CallbackProblem = 'unreadable' | 'not_ours' | 'bad_signature';

/** The signed word that a callback was taken; without it the gateway repeats the callback for days. */
export type CardAccept = {
  readonly orderReference: string;
  readonly status: 'accept';
  readonly time: number;
  readonly signature: string;
};

/** Which account is asked about an attempt: the one that signed its start; where that is not given, its purpose's. */
type AskedOf = Pick<LedgerRow, 'purpose'> & Partial<Pick<LedgerRow, 'signed'>>;

/**
 * The card gateway. Its calls throw GatewayUnavailable (503) where no answer came or none that can be read: then nobody
 * knows what it has done. A refusal it gave is an answer.
 */
export interface CardGateway {
  /** The account that takes the money for a purpose: part of what is signed. */
  merchantAccountOf(purpose: Purpose): string;
  /** Opens a page to pay on; a refusal carries the gateway's reason code. */
  start(ask: CardAsk): Promise<{ readonly paymentUrl: string } | { readonly refused: string | null }>;
  /** CHECK_STATUS: what the gateway itself says now; null when it has never seen the reference (1127). */
  check(row: AskedOf & Pick<LedgerRow, 'orderReference'>, signal?: AbortSignal): Promise<Evidence | null>;
  /** REFUND of the full amount; a refusal of a repeat says nothing, so the caller asks `check` afterwards. */
  refund(
    row: AskedOf & Pick<LedgerRow, 'orderReference' | 'amountMinor' | 'currency'>,
    comment: string,
  ): Promise<Evidence>;
  /** SETTLE of what was only authorized, in full. */
  settle(row: AskedOf & Pick<LedgerRow, 'orderReference' | 'amountMinor' | 'currency'>): Promise<Evidence>;
  /** TRANSACTION_LIST: every payment of a span of time, of all accounts. */
  list(from: Date, to: Date): Promise<readonly StatementLine[]>;
  /** Reads a callback from its raw bytes, whatever its content type claims, and believes only what is signed. */
  readCallback(raw: Uint8Array): CardCallback | { readonly problem: CallbackProblem };
  accept(callback: Pick<CardCallback, 'orderReference' | 'merchantAccount'>, at: Date): CardAccept;
}

export type PurposeHandlers = Readonly<Partial<Record<Purpose, PurposeHandler>>>;
