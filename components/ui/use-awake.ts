import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the scripts of the page have taken over: before they have, a press of a bare button is lost. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
