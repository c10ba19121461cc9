'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { inTime } from '#lib/web/api/in-time.ts';
import { useDesk } from './desk-context.ts';
import { isUnanswered, problemText } from './problem-text.ts';

export type Call = {
  readonly isBusy: boolean;
  readonly problem: string;
  /** Does it once, however often it is pressed; what it answers is announced. A refusal stays as `problem`. */
  readonly act: (work: () => Promise<string>, done?: () => void) => void;
  readonly forget: () => void;
};

/**
 * An act that changes something: announced, and the page read anew after it, whichever way it ended. Where no answer came
 * none is asked for either: a page whose refresh fails is gone, with all that is typed in it.
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

/** A call that only fetches: announced, and nothing else of the page is touched. */
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
