import { useRouter } from 'next/navigation';
import { type Action, useAction } from '#components/ui/use-action.ts';
import { inTime } from '#lib/web/api/in-time.ts';
import { useInbox } from './inbox-context.ts';
import { useSay } from './inbox-texts.ts';
import { isUnanswered, problemText } from './problem-text.ts';

/** A call of the inbox, which resolves with the text to announce. */
export type Call = Action<string>;

/**
 * Runs a call that changes data. Its result is announced, and the page is refreshed afterwards in any case but one.
 * Without a response the page is not refreshed, because a failed refresh would lose the page with all typed text.
 */
export function useAct(): Call {
  const router = useRouter();
  const { acted } = useInbox();
  const { act, ...call } = useRead();
  return {
    ...call,
    act: (work, done) =>
      act(async () => {
        try {
          const said = await work();
          acted();
          router.refresh();
          return said;
        } catch (error) {
          if (!isUnanswered(error)) router.refresh();
          throw error;
        }
      }, done),
  };
}

/** Runs a call that only reads. Its result is announced, and the rest of the page stays unchanged. */
export function useRead(): Call {
  const { announce } = useInbox();
  const t = useSay('inbox');
  const { act, ...call } = useAction((error) => problemText(error, t));
  return {
    ...call,
    isAnnounced: true,
    act: (work, done) =>
      act(async () => {
        try {
          announce(await inTime(work()));
        } catch (error) {
          announce(problemText(error, t));
          throw error;
        }
      }, done),
  };
}
