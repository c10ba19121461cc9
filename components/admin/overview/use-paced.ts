import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

const EVERY_MS = 2000;

/**
 * Returns a throttled function. The first call runs `work` at once. Calls in the next two seconds cause one more run
 * after that time.
 */
export function usePaced(work: () => void): () => void {
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; isDue: boolean } | null>(null);
  const run = useEffectEvent(work);
  const ask = useRef((): void => {});
  useEffect(() => {
    ask.current = () => {
      if (pause.current) {
        pause.current.isDue = true;
        return;
      }
      run();
      const timer = setTimeout(() => {
        const isDue = pause.current?.isDue;
        pause.current = null;
        if (isDue) ask.current();
      }, EVERY_MS);
      pause.current = { timer, isDue: false };
    };
    return () => {
      clearTimeout(pause.current?.timer);
      pause.current = null;
      ask.current = () => {};
    };
  }, []);
  return useCallback(() => ask.current(), []);
}
