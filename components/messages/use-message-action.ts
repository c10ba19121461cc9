import { type Action, useAction } from '#components/ui/use-action.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useMessageTexts } from './message-texts.tsx';

/** Runs one call of the messages at a time. Its problem is in the reader's language. */
export function useMessageAction(): Action {
  const { messageProblems } = useMessageTexts();
  return useAction((error) => problemText(error, messageProblems));
}
