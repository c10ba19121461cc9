import type { Route } from 'next';

/** Turns a path of the product into the one to link to. */
export type Go = <T extends string>(path: Route<T>) => Route;

/** Under `/uk` every link leads on under `/uk`; without a prefix the paths are as they are. */
export const localLinks =
  (prefix: string | null): Go =>
  (path) =>
    (prefix === null ? path : `/${prefix}${path === '/' ? '' : path}`) as Route; // the prefix is rewritten by proxy.ts
