import { Alert } from '#components/ui/alert.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { ImportProblem, ImportResult } from '#lib/store/schemas/product-import.ts';
import { rowProblemText } from '#lib/web/seller/import-texts.ts';

const counts = ['rows', 'created', 'changed', 'unchanged', 'failed'] as const;

type ImportReportProps = { readonly result: ImportResult; readonly texts: SellerTexts<'csv'> };

/** Shows what an import does or did: how many rows of each kind, and every problem with its row and column. */
export function ImportReport({ result, texts }: ImportReportProps) {
  const { reader } = useSeller();
  const { problems, failed, created, changed, dryRun } = result;
  const columns: readonly Column<ImportProblem>[] = [
    { header: texts.importRow, isNumeric: true, cell: ({ row }) => row },
    { header: texts.importColumn, cell: ({ field }) => (field ? <code translate="no">{field}</code> : '–') },
    {
      header: texts.importProblem,
      breaksWords: true,
      cell: (problem) => rowProblemText(problem, texts) ?? <span lang="en">{problem.message}</span>,
    },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {counts.map((name) => (
          <div key={name}>
            <dt className="text-sm text-muted">{texts[`import_${name}`]}</dt>
            <dd
              className={`text-lg font-semibold tabular-nums ${name === 'failed' && failed > 0 ? 'text-danger' : ''}`}
            >
              {result[name]}
            </dd>
          </div>
        ))}
      </dl>
      {dryRun && created + changed === 0 && <Alert>{texts.importNothing}</Alert>}
      {problems.length > 0 && (
        <section aria-label={texts.importProblems} className="flex flex-col gap-3">
          <p className="text-sm text-muted">{texts.importSkipped}</p>
          <DataTable
            caption={texts.importProblems}
            columns={columns}
            rows={problems}
            keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
          />
          {problems.length < failed && (
            <p className="text-sm text-muted">{fill(texts.importMore, { count: problems.length }, reader.locale)}</p>
          )}
        </section>
      )}
    </>
  );
}
