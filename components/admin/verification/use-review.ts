import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { useAction } from '#components/ui/use-action.ts';
import type { ReviewInput } from '#lib/admin/schemas/verification-input.ts';
import type { Reviewed } from '#lib/admin/schemas/verification-views.ts';
import type { ReviewAction } from '#lib/admin/verification/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type Texts = ConsoleTexts<'verification'>;
type Case = { readonly number: string; readonly version: number };

/**
 * Performs the acts of a reviewer on the version that they saw first. After a change by anyone else, `isStale` is true
 * and further acts are refused until the page is loaded again, however often the page refreshes itself.
 */
export function useReview({ number, version }: Case, texts: Texts) {
  const router = useRouter();
  const [seen, setSeen] = useState(version);
  const [isRefused, setRefused] = useState(false);
  const errorText = useErrorText();
  const action = useAction((error) => problemText(error, { ...problemsOf(texts), other: errorText(error) }));

  const send = async (act: ReviewAction, input: ReviewInput) => {
    try {
      const path = `/api/admin/verification/procedures/${number}/${act}`;
      const { procedure } = await post<Reviewed>(path, { ...input, version: seen });
      setSeen(procedure.version);
    } catch (error) {
      if (error instanceof ApiProblem && outdated.includes(error.code)) setRefused(true);
      throw error;
    }
  };
  const review = (act: ReviewAction, input: ReviewInput, done: () => void) =>
    action.act(
      () => send(act, input),
      () => {
        done();
        router.refresh();
      },
    );
  return { action, review, isStale: isRefused || (version > seen && !action.isBusy) };
}

/** The errors of an act whose procedure has changed since it was read. */
const outdated: readonly string[] = ['StaleVersion', 'InvalidTransition'];

/** Returns the texts of the refusals that only this room knows, by their codes. */
const problemsOf = (texts: Texts) => ({
  StaleVersion: texts.staleText,
  InvalidTransition: texts.problem_InvalidTransition,
  OwnProcedure: texts.problem_OwnProcedure,
  EvidenceMissing: texts.problem_EvidenceMissing,
  ShopSuspended: texts.problem_ShopSuspended,
});
