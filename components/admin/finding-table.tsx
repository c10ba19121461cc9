import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { StoreAudit } from '#lib/store/schemas/store-audit.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Shows the violated rules of a store audit and the record that violates each rule, as the audit noted it. */
export async function FindingTable({ findings }: Pick<StoreAudit, 'findings'>) {
  const { t, texts } = await consoleTexts('discrepancies');
  const rules: Readonly<Record<string, string>> = texts;
  const columns: readonly Column<StoreAudit['findings'][number]>[] = [
    {
      header: t('rule'),
      cell: ({ invariant }) => (
        <>
          {rules[`rule_${invariant}`]} <span className="block text-sm text-muted">{invariant}</span>
        </>
      ),
    },
    { header: t('record'), breaksWords: true, cell: ({ subject }) => subject },
    { header: t('problem'), breaksWords: true, cell: ({ why }) => <span lang="en">{why}</span> },
  ];
  return (
    <DataTable
      caption={t('findings')}
      columns={columns}
      rows={findings}
      keyOf={({ invariant, subject, why }) => `${invariant} ${subject} ${why}`}
    />
  );
}
