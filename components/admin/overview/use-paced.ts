import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

const EVERY_MS = 2000;

/** Does something when it is asked to: at once, then at most every two seconds, and once more for what came meanwhile. */
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
