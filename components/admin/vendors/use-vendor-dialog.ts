import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

/** Opens and closes the dialog of one act about a seller. `run` closes the dialog and refreshes the page after it. */
export function useVendorDialog(texts: ConsoleTexts<'vendors'>) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const action = useAction((error) => problemText(error, problemsOf(texts)));

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

/** Returns the texts of refusals by their codes. */
export const problemsOf = (texts: ConsoleTexts<'vendors'>) => ({
  other: texts.failed,
  HouseVendor: texts.problem_HouseVendor,
  OwnVendor: texts.problem_OwnVendor,
  OwnerGone: texts.problem_OwnerGone,
  BlockedByModeration: texts.problem_BlockedByModeration,
  InvalidTransition: texts.problem_InvalidTransition,
  NothingPending: texts.problem_NothingPending,
  SlugTaken: texts.problem_SlugTaken,
  StaleVersion: texts.problem_StaleVersion,
  StepUpRequired: texts.problem_StepUpRequired,
});
