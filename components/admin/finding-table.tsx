import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { StoreAudit } from '#lib/store/schemas/store-audit.ts';

const columns: readonly Column<StoreAudit['findings'][number]>[] = [
  { header: 'Rule', cell: ({ invariant }) => invariant },
  { header: 'Record', breaksWords: true, cell: ({ subject }) => subject },
  { header: 'Problem', breaksWords: true, cell: ({ why }) => why },
];

/** Shows the violated rules of a store audit and the record that violates each rule. */
export const FindingTable = ({ findings }: Pick<StoreAudit, 'findings'>) => (
  <DataTable
    caption="Audit findings"
    columns={columns}
    rows={findings}
    keyOf={({ invariant, subject, why }) => `${invariant} ${subject} ${why}`}
  />
);
