import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

/** Opens and closes the dialog of one act about a person. `run` closes the dialog and refreshes the page after it. */
export function usePersonDialog(texts: ConsoleTexts<'people'>) {
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
const problemsOf = (texts: ConsoleTexts<'people'>) => ({
  other: texts.failed,
  RankTooLow: texts.problem_RankTooLow,
  SelfDemotion: texts.problem_SelfDemotion,
  LastSuperadmin: texts.problem_LastSuperadmin,
  OwnProcedure: texts.problem_OwnProcedure,
  StepUpRequired: texts.problem_StepUpRequired,
  AccountRestricted: texts.problem_AccountRestricted,
});
