import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { StoreAudit } from '#lib/store/schemas/store-audit.ts';

const columns = [
  { key: 'rule', label: 'Rule' },
  { key: 'subject', label: 'Record' },
  { key: 'why', label: 'Problem' },
] as const;

/** Shows the violated rules of a store audit and the record that violates each rule. */
export function FindingTable({ findings }: Pick<StoreAudit, 'findings'>) {
  return (
    <Table caption="Audit findings" columns={columns}>
      {findings.map(({ invariant, subject, why }) => (
        <Row key={`${invariant} ${subject} ${why}`}>
          <Cell label="Rule">{invariant}</Cell>
          <Cell label="Record">
            <span className="break-all">{subject}</span>
          </Cell>
          <Cell label="Problem">
            <span className="wrap-anywhere">{why}</span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
