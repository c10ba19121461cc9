import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from './use-action.ts';

/**
 * Opens and closes the dialog of one step. `run` closes the dialog and refreshes the page after the work; `textOf` says
 * what a failure means.
 */
export function useStepDialog(textOf: (error: unknown) => string) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const action = useAction(textOf);

  const run = (work: () => Promise<unknown>, close: () => void) =>
    action.act(work, () => {
      close();
      router.refresh();
    });
  const onClose = () => {
    setOpen(false);
    action.forget();
  };
  return { isOpen, open: () => setOpen(true), onClose, action, run };
}
