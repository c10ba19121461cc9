import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Settlement } from './schemas/journal.ts';
import type { Evidence, LedgerRow } from './schemas/ledger.ts';
import type { PartRefund } from './schemas/part-refund.ts';
import type { AttemptStatus, PayState, Purpose } from './values.ts';

/** Whether a payment may still be started. The first that applies of paid, canceled, short wins. */
export const payableStandings = ['open', 'paid', 'canceled', 'short'] as const;
export type PayableStanding = (typeof payableStandings)[number];

/** A payable, as its own domain knows it. */
export type Payable = {
  readonly id: string;
  /** The prefix of its order references: `{stem}-{n}`. */
  readonly stem: string;
  readonly userId: string;
  readonly vendorIds: readonly string[];
  readonly amountMinor: number;
  readonly currency: string;
  /** The exchange rate frozen with the amount. Null where none was needed. */
  readonly fx: LedgerRow['fx'];
  readonly locale: Locale;
  /** `short`: the items are neither held nor available any more. */
  readonly standing: PayableStanding;
  readonly payState: PayState;
  /** Null where the payable is not an order. */
  readonly orderStatus: OrderStatus | null;
  /** Increases with every change of the order. */
  readonly orderRev: number | null;
};

/** A sale as payments reads it. An order of the shop is one. */
export type SoldOrder = {
  readonly lines: readonly { readonly vendorId: string; readonly totalMinor: number; readonly commissionBps: number }[];
  /** Shipping belongs to the vendor that ships. Other charges belong to no vendor. */
  readonly charges: readonly {
    readonly kind: string;
    readonly amountMinor: number;
    readonly vendorId: string | null;
  }[];
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
  readonly parts?: readonly {
    readonly vendorId: string;
    readonly state: string;
    readonly refund: Pick<PartRefund, 'state' | 'amountMinor' | 'way'> | null;
  }[];
};

/** A transition of an attempt: time and actor as the caller passed them into the transaction. */
export type PaymentTransition = {
  readonly at: string;
  readonly actorId: string | null;
  readonly via: string;
  /** The status before the transition. Null when this transaction created the attempt. */
  readonly from: AttemptStatus | null;
  /** The refusal of this transition, also when the attempt stays open for another card. Null for any other transition. */
  readonly failed: LedgerRow['failure'];
  /** The combined state of all attempts of the subject after this transition. */
  readonly payState: PayState;
};

/** The time and the actor of a move of a part's refund, and what the order shows afterwards. */
export type PartRefundMove = Pick<PaymentTransition, 'at' | 'actorId' | 'via'> & { readonly payState: PayState | null };

/**
 * What a purpose does when an attempt to pay for it moves. Payments never imports the shop: each purpose registers
 * its handler through `services/runtime.ts`. The reading and writing methods run in the transaction that moves the
 * ledger row. They get the row as it will be stored. `S` is what `read` returns. `C` is the context, which holds
 * these handlers.
 */
export interface PurposeHandler<S = unknown, C = unknown> {
  /**
   * Returns the payable in its current state, or null when there is none of that id. Does not check the caller.
   * Outside a transaction it gets the time and treats what `makeWay` would clear as cleared.
   */
  find(reader: Reader, subjectId: string, outside?: { readonly now: Date }): Promise<Payable | null>;
  /** Clears expired holds that would block a payment of this payable, in transactions of its own. */
  makeWay?(ctx: C, subjectId: string): Promise<void>;
  /** Reads everything it needs from its domain, before any write. `now` decides what has expired. */
  read(t: Tx, row: LedgerRow, now: Date): Promise<S>;
  /**
   * Writes only: the money arrived, for the first time. `too_late` means that the goods can no longer be given and
   * nothing was written. Then `moved` follows with a row whose money goes back. `ctx` is for audit rows.
   */
  paid(t: Writer, row: LedgerRow, state: S, transition: PaymentTransition, ctx: C): 'done' | 'too_late';
  /**
   * Writes only: the money of a payment that was `done` went back. `spent` means that part of what it bought is
   * already used. Then a person has to look.
   */
  refunded(t: Writer, row: LedgerRow, state: S, transition: PaymentTransition): 'done' | 'spent';
  /**
   * Writes only: the refund of one vendor's part has moved. `payState` is null where it stays as it is. Without this
   * method the purpose has no parts.
   */
  partRefunded?(t: Writer, refund: PartRefund, state: S, by: PartRefundMove): void;
  /**
   * Writes only: an attempt begins on an external page. What it pays for is held while that page lives. Without this
   * method, `moved` shows the attempt.
   */
  started?(t: Writer, row: LedgerRow, state: S, transition: PaymentTransition): void;
  /** Returns what a gateway's page lists and who pays. Without it the page names the reference. */
  bill?(reader: Reader, subjectId: string): Promise<Bill>;
  /**
   * Writes only: any other transition. Shows `transition.payState` and `transition.failed`. No money was taken or given for the
   * subject.
   */
  moved(t: Writer, row: LedgerRow, state: S, transition: PaymentTransition): void;
}

/** One item on the gateway's page. The sum of price times count over all lines is the amount. */
export type CardLine = { readonly name: string; readonly count: number; readonly priceMinor: number };

/** The items of a gateway's page, and who pays. */
export type Bill = Pick<CardAsk, 'lines' | 'payer'>;

/** The request to the gateway for one attempt. */
export type CardAsk = {
  readonly purpose: Purpose;
  readonly orderReference: string;
  /** Signed with the rest. The row keeps it as `signed.orderDate`. */
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

/** A parsed callback: the attempt it is about, and the values that identify it. */
export type CardCallback = {
  readonly orderReference: string;
  readonly merchantAccount: string;
  /** The eight signed values in their order, spelled as they were signed. */
  readonly signedValues: readonly string[];
  readonly evidence: Evidence;
};
export type CallbackProblem = 'unreadable' | 'not_ours' | 'bad_signature';

/** The signed acceptance of a callback. Without it the gateway repeats the callback for days. */
export type CardAccept = {
  readonly orderReference: string;
  readonly status: 'accept';
  readonly time: number;
  readonly signature: string;
};

/**
 * Decides which merchant account is asked about an attempt: the one that signed its start, else that of its purpose.
 */
type AskedOf = Pick<LedgerRow, 'purpose'> & Partial<Pick<LedgerRow, 'signed'>>;

/**
 * The card gateway. Its calls throw GatewayUnavailable (503) when no readable reply came. Then the gateway's action
 * is unknown. A refusal is a normal result, not an error.
 */
export interface CardGateway {
  /** Returns the account that receives the money for a purpose. It is part of the signed values. */
  merchantAccountOf(purpose: Purpose): string;
  /** Opens a page to pay on. A refusal carries the gateway's reason code. */
  start(ask: CardAsk): Promise<{ readonly paymentUrl: string } | { readonly refused: string | null }>;
  /** CHECK_STATUS: returns the gateway's current statement, or null when it has never seen the reference (1127). */
  check(row: AskedOf & Pick<LedgerRow, 'orderReference'>, signal?: AbortSignal): Promise<Evidence | null>;
  /**
   * REFUND of the full amount. The refusal of a repeated request proves nothing, so the caller calls `check`
   * afterwards.
   */
  refund(
    row: AskedOf & Pick<LedgerRow, 'orderReference' | 'amountMinor' | 'currency'>,
    comment: string,
  ): Promise<Evidence>;
  /** SETTLE of an authorized amount, in full. */
  settle(row: AskedOf & Pick<LedgerRow, 'orderReference' | 'amountMinor' | 'currency'>): Promise<Evidence>;
  /** TRANSACTION_LIST: returns every payment of a time span, of all accounts. */
  list(from: Date, to: Date): Promise<readonly StatementLine[]>;
  /** Parses a callback from its raw bytes, whatever its content type says. Uses only the signed values. */
  readCallback(raw: Uint8Array): CardCallback | { readonly problem: CallbackProblem };
  accept(callback: Pick<CardCallback, 'orderReference' | 'merchantAccount'>, at: Date): CardAccept;
}

export type PurposeHandlers = Readonly<Partial<Record<Purpose, PurposeHandler>>>;
