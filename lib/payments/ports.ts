import type { Locale } from '#lib/auth/values.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import type { OrderStatus, PayState } from '#lib/store/values.ts';
import type { LedgerRow } from './schemas/ledger.ts';
import type { AttemptStatus, Purpose } from './values.ts';

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
  /** The thing to pay for as it stands now; null when there is none of that id. Never asks who is calling. */
  find(reader: Reader, subjectId: string, now: Date): Promise<Payable | null>;
  /** Clears away, in transactions of its own, what a payment of this thing would be held up by though nobody needs it. */
  makeWay?(ctx: C, subjectId: string): Promise<void>;
  /** Every read of its domain, before any write; `now` tells it what has run out. */
  read(t: Tx, row: LedgerRow, now: Date): Promise<S>;
  /**
   * Writes only: the money is in, for the first time. `too_late` means that what it was for can no longer be given;
   * then nothing was written, and `moved` follows with the row that says the money goes back.
   */
  paid(t: Writer, row: LedgerRow, state: S, move: PaymentMove): 'done' | 'too_late';
  /** Writes only: the money of a payment that was `done` went back. */
  refunded(t: Writer, row: LedgerRow, state: S, move: PaymentMove): void;
  /** Writes only: any other move. Shows `move.payState` and `move.failed`; money was neither taken nor given for the subject. */
  moved(t: Writer, row: LedgerRow, state: S, move: PaymentMove): void;
}

export type PurposeHandlers = Readonly<Partial<Record<Purpose, PurposeHandler>>>;
