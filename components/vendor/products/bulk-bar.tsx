import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { patch } from '#lib/web/api/api-client.ts';

type Result = { readonly id: string; readonly title: string; readonly problem: string | null };

const acts = [
  ['publish', 'published'],
  ['hide', 'hidden'],
  ['archive', 'archived'],
] as const;

type BulkBarProps = {
  readonly chosen: readonly Pick<VendorProduct, 'id' | 'title' | 'version'>[];
  readonly onClear: () => void;
  readonly texts: SellerTexts<'products'>;
};

/** Publishes, hides or archives the chosen products one after another, and shows a result for each. */
export function BulkBar({ chosen, onClear, texts }: BulkBarProps) {
  const { reader, errorText } = useSeller();
  const router = useRouter();
  const [running, setRunning] = useState<{ readonly done: number; readonly count: number } | null>(null);
  const [results, setResults] = useState<readonly Result[]>([]);

  const run = async (status: string) => {
    if (running) return;
    const found: Result[] = [];
    setResults([]);
    for (const { id, title, version } of chosen) {
      setRunning({ done: found.length, count: chosen.length });
      const problem = await patch(`/api/vendor/products/${id}`, { status, version }).then(
        () => null,
        (error: unknown) => errorText(error),
      );
      found.push({ id, title, problem });
    }
    setRunning(null);
    setResults(found);
    onClear();
    router.refresh();
  };

  const failed = results.filter(({ problem }) => problem !== null).length;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-strong bg-surface p-3">
          <p className="grow basis-40 font-medium">
            {running
              ? fill(texts.working, running, reader.locale)
              : fill(texts.chosen, { count: chosen.length }, reader.locale)}
          </p>
          {acts.map(([name, status]) => (
            <Button key={name} look="secondary" size="small" busy={running !== null} onClick={() => void run(status)}>
              {texts[name]}
            </Button>
          ))}
          <Button look="quiet" size="small" busy={running !== null} onClick={onClear}>
            {texts.clear}
          </Button>
        </div>
      )}
      {results.length > 0 && (
        <Alert
          kind={failed > 0 ? 'warning' : 'success'}
          title={texts.results}
          action={
            <Button look="secondary" size="small" onClick={() => setResults([])}>
              {texts.close}
            </Button>
          }
        >
          <ul>
            {results.map(({ id, title, problem }) => (
              <li key={id} className="wrap-anywhere">
                {problem === null
                  ? fill(texts.resultDone, { title }, reader.locale)
                  : fill(texts.resultFailed, { title, problem }, reader.locale)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
