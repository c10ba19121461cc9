import type { AuditEntry } from '#lib/audit/schemas/audit.ts';
import type { CallbackView } from '#lib/payments/schemas/callback.ts';
import type { JournalEntry, JournalPosting, Settlement } from '#lib/payments/schemas/journal.ts';
import type { EvidenceEntry } from '#lib/payments/schemas/ledger.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';

export type StoryPosting = Pick<JournalPosting, 'account' | 'amountMinor' | 'currency'>;

/** What was promised to happen afterwards, and how far it has come. */
export type StoryEffect = {
  readonly topic: string;
  /** Which of its kind, and to whom; null where there is one. */
  readonly about: string | null;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
};

/** One thing that happened around a payment, from whichever book it stands in. */
export type StoryStep = { readonly id: string; readonly at: string } & (
  | { readonly kind: 'act'; readonly act: AuditEntry }
  | { readonly kind: 'callback'; readonly callback: CallbackView; readonly text: string }
  | { readonly kind: 'statement'; readonly statement: EvidenceEntry }
  | { readonly kind: 'event'; readonly event: OrderEvent }
  | { readonly kind: 'entry'; readonly entry: JournalEntry; readonly postings: readonly StoryPosting[] }
  | { readonly kind: 'settlement'; readonly settlement: Settlement }
  | { readonly kind: 'effect'; readonly effect: StoryEffect }
);
