import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { inTime } from '#lib/web/api/in-time.ts';
import { useDesk } from './desk-context.ts';
import { isUnanswered, problemText } from './problem-text.ts';

export type Call = {
  readonly isBusy: boolean;
  readonly problem: string;
  /**
   * Runs the work once, however often the button is pressed, and announces its result. An error is kept in `problem`.
   */
  readonly act: (work: () => Promise<string>, done?: () => void) => void;
  readonly forget: () => void;
};

/**
 * Runs a call that changes data. Its result is announced, and the page is refreshed afterwards in any case but one.
 * Without a response the page is not refreshed, because a failed refresh would lose the page with all typed text.
 */
export function useAct(): Call {
  const router = useRouter();
  const { acted } = useDesk();
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
  const { announce } = useDesk();
  const [problem, setProblem] = useState('');
  const [isBusy, start] = useTransition();

  const act: Call['act'] = (work, done) => {
    if (isBusy) return;
    start(async () => {
      setProblem('');
      try {
        announce(await inTime(work()));
        done?.();
      } catch (error) {
        const text = problemText(error);
        setProblem(text);
        announce(text);
      }
    });
  };
  return { isBusy, problem, act, forget: () => setProblem('') };
}
