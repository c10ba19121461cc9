import { useState, useTransition } from 'react';

export type Action<Result = unknown> = {
  readonly isBusy: boolean;
  /** The text of the error with which the last work failed; empty without one. */
  readonly problem: string;
  /** True when screen readers have already heard the problem. */
  readonly isAnnounced?: boolean;
  /**
   * Runs the work, then `done`, and keeps an error as the problem. Does nothing while other work runs. After a problem,
   * the next `act` is the retry.
   */
  readonly act: (work: () => Promise<Result>, done?: () => void) => void;
  readonly forget: () => void;
};

/**
 * Runs one piece of work at a time for a button or a form: busy meanwhile, and with a problem to show when it failed.
 *
 * @example
 * const { isBusy, problem, act } = useAction(errorText);
 * <Button busy={isBusy} onClick={() => act(() => post(path), () => router.refresh())}>Try again</Button>
 * {problem && <Alert kind="danger" role="alert">{problem}</Alert>}
 */
export function useAction(textOf: (error: unknown) => string): Action {
  const [problem, setProblem] = useState('');
  const [isBusy, start] = useTransition();

  const act: Action['act'] = (work, done) => {
    if (isBusy) return;
    start(async () => {
      setProblem('');
      try {
        await work();
        done?.();
      } catch (error) {
        setProblem(textOf(error));
      }
    });
  };
  return { isBusy, problem, act, forget: () => setProblem('') };
}
