import type { Tx, Writer } from '#lib/data/store.ts';
import type { LedgerRow } from './schemas/ledger.ts';
import type { Purpose } from './values.ts';

/**
 * What a purpose does when money for it has come in. Payments never imports the shop: each purpose hands in its handler
 * through `services/runtime.ts`. Everything happens in the transaction that moves the ledger row.
 */
export interface PurposeHandler<S = unknown> {
  /** Every read of its domain, before any write. */
  read(t: Tx, row: LedgerRow): Promise<S>;
  /** Writes only. `too_late`: what the money was for can no longer be given; the money must go back. */
  paid(t: Writer, row: LedgerRow, state: S, at: Paid): 'done' | 'too_late';
}

/** The moment and the actor of a payment, as the caller of the transaction passed them in. */
export type Paid = { readonly at: string; readonly actorId: string | null; readonly via: string };

export type PurposeHandlers = Readonly<Partial<Record<Purpose, PurposeHandler>>>;
