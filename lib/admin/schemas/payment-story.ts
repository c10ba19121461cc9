import type { AuditEntry } from '#lib/audit/schemas/audit.ts';
import type { OutboxStatus } from '#lib/data/values.ts';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import type { JournalEntry, JournalPosting, Settlement } from '#lib/payments/schemas/journal.ts';
import type { EvidenceEntry } from '#lib/payments/schemas/ledger.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';

export type StoryPosting = Pick<JournalPosting, 'account' | 'amountMinor' | 'currency'>;

/** An enqueued effect and its progress. */
export type StoryEffect = {
  readonly topic: string;
  /** The kind of mail, and the seller who gets it. */
  readonly about: readonly string[];
  readonly status: OutboxStatus;
  readonly attempts: number;
  readonly lastError: string | null;
};

/** One event around a payment, from any collection. */
export type StoryStep = { readonly id: string; readonly at: string } & (
  | { readonly kind: 'act'; readonly act: AuditEntry }
  | { readonly kind: 'callback'; readonly callback: CallbackView; readonly text: string }
  | { readonly kind: 'statement'; readonly statement: EvidenceEntry }
  | { readonly kind: 'event'; readonly event: OrderEvent }
  | { readonly kind: 'entry'; readonly entry: JournalEntry; readonly postings: readonly StoryPosting[] }
  | { readonly kind: 'settlement'; readonly settlement: Settlement }
  | { readonly kind: 'effect'; readonly effect: StoryEffect }
);
