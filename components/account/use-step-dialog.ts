import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#components/ui/use-action.ts';
import { type ProblemTexts, problemText } from '#lib/web/i18n/problem-text.ts';

/** Opens and closes the dialog of one step. `run` closes the dialog and refreshes the page after the work. */
export function useStepDialog(problems: ProblemTexts) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const action = useAction((error) => problemText(error, problems));

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
