import { useState, useTransition } from 'react';

/** Runs one call at a time, and keeps the problem of the last one that failed. Further calls meanwhile are ignored. */
export function useRun() {
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, start] = useTransition();

  const run = (work: () => Promise<unknown>) => {
    if (isBusy) return;
    start(async () => {
      setProblem(null);
      try {
        await work();
      } catch (error) {
        setProblem(error);
      }
    });
  };
  return { problem, isBusy, run };
}
