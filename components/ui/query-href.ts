import type { Route } from 'next';

/** The parameters of an address. Empty ones are left out of it. */
export type Query = Readonly<Record<string, string | null | undefined>>;

const given = (query: Query): [name: string, value: string][] =>
  Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));

/** Returns the address of a page with these parameters. Typed routes check no query, so the caller names a known path. */
export function queryHref(path: string, query: Query): Route {
  const text = new URLSearchParams(given(query)).toString();
  return `${path}${text && `?${text}`}` as Route;
}

/** Returns the parameters that a form of these fields keeps. The cursor goes: it belongs to the list as it was filtered. */
export const otherParameters = (query: Query, fields: readonly string[]): readonly [name: string, value: string][] =>
  given(query).filter(([name]) => name !== 'cursor' && !fields.includes(name));
