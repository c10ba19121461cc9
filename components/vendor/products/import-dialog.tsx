import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { ImportResult } from '#lib/store/schemas/product-import.ts';
import { sendForm } from '#lib/web/api/send-form.ts';
import { importFileProblem } from '#lib/web/seller/import-texts.ts';
import { ImportReport } from './import-report.tsx';

const MAX_BYTES = 5 * 1024 * 1024;

/** A chosen file. Its bytes are kept, so that the import takes exactly what the dry run has checked. */
type Chosen = { readonly name: string; readonly bytes: Blob; readonly key: string };

type ImportDialogProps = {
  readonly vendorId: string;
  readonly columns: readonly string[];
  readonly texts: SellerTexts<'csv'>;
  readonly onImported: () => void;
  readonly onClose: () => void;
};

/** Checks a CSV file as soon as it is chosen, shows what its import will do, and imports it on request. */
export function ImportDialog({ vendorId, columns, texts, onImported, onClose }: ImportDialogProps) {
  const { reader, errorText } = useSeller();
  const { locale } = reader;
  const id = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refused, setRefused] = useState('');
  const [result, setResult] = useState<ImportResult | null>(null);
  const action = useAction((error) => importFileProblem(error, texts, locale) ?? errorText(error));
  const isDone = result?.dryRun === false;
  const count = result && !isDone ? result.created + result.changed : 0;
  const problem = refused || action.problem;

  const send = async ({ name, bytes, key }: Chosen, dryRun: boolean): Promise<void> => {
    const data = new FormData();
    data.set('file', bytes, name);
    data.set('dryRun', String(dryRun));
    const sent = await sendForm<ImportResult>(`/api/vendor/products/import?vendorId=${vendorId}`, data, {
      onProgress: () => undefined,
      ...(!dryRun && { headers: { 'idempotency-key': key } }),
    });
    setResult(sent);
  };
  const choose = (file: File | undefined) => {
    if (!file || action.isBusy) return;
    action.forget();
    setResult(null);
    setChosen(null);
    const { name } = file;
    setRefused(file.size > MAX_BYTES ? texts.importTooLarge : '');
    if (file.size > MAX_BYTES) return;
    action.act(async () => {
      const bytes = await file.arrayBuffer().catch(() => null);
      if (bytes === null) return setRefused(texts.importUnreadable);
      const next = { name, bytes: new Blob([bytes], { type: 'text/csv' }), key: crypto.randomUUID() };
      setChosen(next);
      return send(next, true);
    });
  };
  const heading = () => {
    if (!chosen) return '';
    if (action.isBusy) return fill(result ? texts.importRunning : texts.importChecking, { name: chosen.name }, locale);
    if (!result) return '';
    return fill(isDone ? texts.importDone : texts.importChecked, { name: chosen.name }, locale);
  };

  return (
    <OpenDialog title={texts.importTitle} closeLabel={texts.close} onClose={onClose}>
      {(close) => (
        <div className="flex flex-col gap-5 overflow-y-auto p-5">
          <p>{texts.importText}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {fill(texts.importColumns, { columns: columns.join(', ') }, locale)}
          </p>
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${id}-file`} className="text-sm font-medium">
              {texts.importFile}
            </label>
            <input
              id={`${id}-file`}
              type="file"
              accept=".csv,text/csv"
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                choose(file);
              }}
              className="min-h-11 w-full rounded-md border border-line-strong p-2 text-sm"
            />
          </div>
          <p role="status" className="font-medium wrap-anywhere empty:hidden">
            {heading()}
          </p>
          {problem && (
            <Alert kind="danger" role="alert">
              <span id={`${id}-problem`}>{problem}</span>
            </Alert>
          )}
          {result && <ImportReport result={result} texts={texts} />}
          <div className="flex flex-wrap gap-3">
            {chosen && count > 0 && (
              <Button busy={action.isBusy} onClick={() => action.act(() => send(chosen, false), onImported)}>
                {fill(texts.importNow, { count }, locale)}
              </Button>
            )}
            <Button look="secondary" onClick={close}>
              {isDone ? texts.close : texts.cancel}
            </Button>
          </div>
        </div>
      )}
    </OpenDialog>
  );
}
