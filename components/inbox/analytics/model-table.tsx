import { counted } from '#components/inbox/inbox-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import { dollars, percent } from './figure-text.ts';

const columns = [
  { key: 'model', label: 'Model' },
  { key: 'calls', label: 'Calls', end: true },
  { key: 'in', label: 'Input tokens', end: true },
  { key: 'out', label: 'Output tokens', end: true },
  { key: 'cost', label: 'Cost', end: true },
] as const;

/** Shows the model calls and their cost. Calls with an unknown price are listed separately. */
export function ModelTable({ cost }: { readonly cost: EmailAnalytics['costStats'] }) {
  const { calls, failedCalls, errorRate, totalCostMicros, unknownCostCalls, byModel, budget } = cost;
  return (
    <section aria-labelledby="models" className="flex flex-col gap-3">
      <h2 id="models" className="text-lg">
        AI assistant
      </h2>
      {budget.exhausted && (
        <Alert kind="warning">
          Today’s budget of {dollars(budget.dailyMicros)} is used up. The built-in rules take over until midnight UTC.
        </Alert>
      )}
      <p className="text-sm text-muted">
        {counted(calls, 'call')}, {failedCalls} failed{errorRate !== null && ` (${percent(errorRate)})`},{' '}
        {dollars(totalCostMicros)}
        {unknownCostCalls > 0 && `, and ${counted(unknownCostCalls, 'call')} with an unknown price`}. Today{' '}
        {dollars(budget.spentTodayMicros)} of {dollars(budget.dailyMicros)}.
      </p>
      {byModel.length > 0 && (
        <Table caption="Calls by model" columns={columns}>
          {byModel.map(({ provider, model, calls: count, inputTokens, outputTokens, costMicros }) => (
            <Row key={`${provider} ${model}`}>
              <Cell label="Model">
                <span className="wrap-anywhere">
                  {provider} {model}
                </span>
              </Cell>
              <Cell label="Calls" end>
                {count}
              </Cell>
              <Cell label="Input tokens" end>
                {inputTokens}
              </Cell>
              <Cell label="Output tokens" end>
                {outputTokens}
              </Cell>
              <Cell label="Cost" end>
                {costMicros === null ? 'unknown' : dollars(costMicros)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
