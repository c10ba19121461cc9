import { useSyncExternalStore } from 'react';

const watch = (changed: () => void) => {
  const stop = new AbortController();
  window.addEventListener('online', changed, stop);
  window.addEventListener('offline', changed, stop);
  return () => stop.abort();
};

/** Whether this device has a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
