import { counted } from '#components/inbox/inbox-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import { dollars, percent } from './figure-text.ts';

type ModelCalls = EmailAnalytics['costStats']['byModel'][number];

const columns: readonly Column<ModelCalls>[] = [
  { header: 'Model', breaksWords: true, cell: ({ provider, model }) => `${provider} ${model}` },
  { header: 'Calls', isNumeric: true, cell: ({ calls }) => calls },
  { header: 'Input tokens', isNumeric: true, cell: ({ inputTokens }) => inputTokens },
  { header: 'Output tokens', isNumeric: true, cell: ({ outputTokens }) => outputTokens },
  {
    header: 'Cost',
    isNumeric: true,
    cell: ({ costMicros }) => (costMicros === null ? 'unknown' : dollars(costMicros)),
  },
];

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
      <DataTable
        caption="Calls by model"
        columns={columns}
        rows={byModel}
        keyOf={({ provider, model }) => `${provider} ${model}`}
      />
    </section>
  );
}
