import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

/** Opens and closes the dialog of one act about a person. `run` closes the dialog and refreshes the page after it. */
export const usePersonDialog = (texts: ConsoleTexts<'people'>) =>
  useStepDialog((error) => problemText(error, problemsOf(texts)));

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
