import { Alert } from '#components/ui/alert.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import type { Say } from '#lib/i18n/console/texts.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { dollars, percent } from './figure-text.ts';

type ModelCalls = EmailAnalytics['costStats']['byModel'][number];

const columnsOf = (t: Say<'figures'>): readonly Column<ModelCalls>[] => [
  {
    header: t('model'),
    breaksWords: true,
    cell: ({ provider, model }) => <span dir="auto">{`${provider} ${model}`}</span>,
  },
  { header: t('calls'), isNumeric: true, cell: ({ calls }) => calls },
  { header: t('tokensIn'), isNumeric: true, cell: ({ inputTokens }) => inputTokens },
  { header: t('tokensOut'), isNumeric: true, cell: ({ outputTokens }) => outputTokens },
  {
    header: t('costOne'),
    isNumeric: true,
    cell: ({ costMicros }) => (costMicros === null ? t('unknown') : dollars(costMicros)),
  },
];

/** Shows the model calls and their cost. Calls with an unknown price are listed separately. */
export async function ModelTable({ cost }: { readonly cost: EmailAnalytics['costStats'] }) {
  const { t } = await consoleTexts('figures');
  const { calls, failedCalls, errorRate, totalCostMicros, unknownCostCalls, byModel, budget } = cost;
  return (
    <section aria-labelledby="models" className="flex flex-col gap-3">
      <h2 id="models" className="text-lg">
        {t('assistant')}
      </h2>
      {budget.exhausted && <Alert kind="warning">{t('exhausted', { amount: dollars(budget.dailyMicros) })}</Alert>}
      <p className="text-sm text-muted">
        {[
          t('callCount', { count: calls }),
          t('failedCalls', { count: failedCalls }) + (errorRate === null ? '' : ` (${percent(errorRate)})`),
          dollars(totalCostMicros),
          unknownCostCalls > 0 && t('unknownCalls', { count: unknownCostCalls }),
        ]
          .filter(Boolean)
          .join(', ')}
        . {t('today', { spent: dollars(budget.spentTodayMicros), budget: dollars(budget.dailyMicros) })}
      </p>
      <DataTable
        caption={t('byModel')}
        columns={columnsOf(t)}
        rows={byModel}
        keyOf={({ provider, model }) => `${provider} ${model}`}
      />
    </section>
  );
}
