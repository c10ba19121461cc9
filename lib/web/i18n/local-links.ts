import type { Route } from 'next';

/** Turns a path of the product into the one to link to. */
export type Go = <T extends string>(path: Route<T>) => Route;

/** Returns links with the language prefix of the page. Without a prefix the paths stay as they are. */
export const localLinks =
  (prefix: string | null): Go =>
  (path) =>
    (prefix === null ? path : `/${prefix}${path === '/' ? '' : path}`) as Route; // next.config.ts rewrites the prefix
