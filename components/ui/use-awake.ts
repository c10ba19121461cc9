import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns true after hydration. Before that, a press of a plain button is lost. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
