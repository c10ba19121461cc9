import type { Row } from '#lib/data/store.ts';
import type { BookedOrder } from '#lib/payments/ports.ts';
import type { JournalPosting, Settlement } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';

/** A refund of a part, with what was booked when it began and when its money was back. Null where nothing was. */
export type PartRefundOnRecord = Pick<Row<PartRefund>, 'id' | 'data'> & {
  readonly booked: readonly JournalPosting[] | null;
  readonly paid: readonly JournalPosting[] | null;
};

/** An order with every row about its money. The postings are null where there is no such entry. */
export type SaleOnRecord = {
  readonly id: string;
  readonly order: BookedOrder;
  readonly attempts: readonly LedgerRow[];
  readonly settlements: readonly Pick<Row<Settlement>, 'id' | 'data'>[];
  readonly capture: readonly JournalPosting[] | null;
  readonly refund: readonly JournalPosting[] | null;
  readonly releaseOf: (settlementId: string) => readonly JournalPosting[] | null;
  readonly partRefunds: readonly PartRefundOnRecord[];
};
