import { answerStepUp } from './step-up.ts';

/** Where the calls of a page wait for one proof, however many lack it. */
export type StepUpQueue = {
  /** Lets all of them go: with the proof, or without. */
  readonly settle: (isProven: boolean) => void;
  /** As above without one: nobody is left who could get it. */
  readonly close: () => void;
};

/** `ask` is called when the first of them begins to wait; those that come meanwhile wait for the same. */
export function openStepUpQueue(ask: () => void): StepUpQueue {
  const waiting: ((isProven: boolean) => void)[] = [];
  const settle = (isProven: boolean) => {
    for (const go of waiting.splice(0)) go(isProven);
  };
  const stop = answerStepUp(() => {
    if (waiting.length === 0) ask();
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  });
  const close = () => {
    stop();
    settle(false);
  };
  return { settle, close };
}
