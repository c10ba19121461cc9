import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';

export type EndButtonTexts = {
  readonly label: string;
  /** The full accessible name, when a list has many buttons with the same label. */
  readonly name?: string;
  readonly failed: string;
};

/** Shows a button that ends one item of a list and refreshes the page. Shows the error beside it when that fails. */
export function EndButton({ end, label, name, failed }: EndButtonTexts & { readonly end: () => Promise<unknown> }) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [busy, startEnding] = useTransition();

  const run = () =>
    startEnding(async () => {
      setProblem('');
      try {
        await end();
        router.refresh();
      } catch {
        setProblem(failed);
      }
    });

  return (
    <span className="flex flex-wrap items-center gap-3">
      <span role="status" className="text-sm text-danger empty:sr-only">
        {problem}
      </span>
      <Button look="secondary" size="small" aria-label={name} busy={busy} onClick={() => !busy && run()}>
        {label}
      </Button>
    </span>
  );
}
