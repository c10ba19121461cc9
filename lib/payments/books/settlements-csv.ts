import { csvLines, csvOf } from '#lib/core/csv.ts';
import { amountText } from '#lib/core/money.ts';
import type { Row } from '#lib/data/store.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';

const settlementHead = [
  'settlement',
  'order',
  'payment',
  'vendor',
  'state',
  'currency',
  'gross',
  'commission',
  'net',
  'sold',
  'released',
] as const;

type SettlementRow = Pick<Row<Settlement>, 'id' | 'data'>;

/** Returns settlements as a CSV table. A vendor and the console get the same figures. */
export const settlementsCsv = (rows: readonly SettlementRow[]): string =>
  csvOf(settlementHead, []) + settlementLines(rows);

/** Returns further lines of that table. */
export const settlementLines = (rows: readonly SettlementRow[]): string =>
  csvLines(
    rows.map(({ id, data }) => [
      id,
      data.orderId,
      data.orderReference,
      data.vendorId,
      data.state,
      data.currency,
      amountText(data.grossMinor, data.currency),
      amountText(data.commissionMinor, data.currency),
      amountText(data.netMinor, data.currency),
      data.createdAt,
      data.releaseAt,
    ]),
  );
