import { answerStepUp } from './step-up.ts';

/** Calls of a page that wait for one step-up, however many need it. */
export type StepUpQueue = {
  /** Continues all waiting calls, with the step-up or without. */
  readonly settle: (isProven: boolean) => void;
  /** Continues all waiting calls without a step-up, because the dialog that could get one is gone. */
  readonly close: () => void;
};

/**
 * Opens the queue. `ask` is called when the first call begins to wait. Calls that arrive meanwhile wait for the same
 * step-up.
 */
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
