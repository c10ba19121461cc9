import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

/** Opens and closes the dialog of one act about a seller. `run` closes the dialog and refreshes the page after it. */
export const useVendorDialog = (texts: ConsoleTexts<'vendors'>) =>
  useStepDialog((error) => problemText(error, problemsOf(texts)));

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
