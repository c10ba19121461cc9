import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NextArgs } from '#lib/api/define-route.ts';

export type Handler = (request: Request, args: NextArgs) => Promise<Response>;
/** The exports of a route file, by method. */
export type Handlers = Readonly<Record<string, Handler | undefined>>;
export type Params = Readonly<Record<string, string | string[]>>;
export type Match = { readonly params: Params; readonly load: () => Promise<Handlers> };

type Route = { readonly parts: readonly string[]; readonly load: () => Promise<Handlers> };

/**
 * Finds the route file that serves a path, by the rules of the file tree. Returns null when no file matches or the path
 * has an odd spelling.
 */
export type RouteMap = {
  match(path: string): Match | null;
  /** Loads every file, one after another, so that the first caller of a route does not wait for it. */
  warm(): Promise<void>;
};

/**
 * Reads `app/api` under this folder (the sources or their bundle) as the framework does. A part in brackets matches any
 * part; a part with dots matches the rest.
 */
export function openRouteMap(root: string): RouteMap {
  const routes = globSync('app/api/**/route.{ts,mjs}', { cwd: root }).map((file) => routeOf(root, file));
  const fixed = new Map(routes.filter(isFixed).map((route) => [route.parts.join('/'), route]));
  const named = routes.filter((route) => !isFixed(route)).sort((a, b) => (rankOf(a.parts) < rankOf(b.parts) ? -1 : 1));

  return {
    match(path) {
      const exact = fixed.get(path.slice(1));
      if (exact) return { params: {}, load: exact.load };
      const parts = partsOf(path);
      if (!parts) return null;
      for (const { parts: pattern, load } of named) {
        const params = paramsOf(pattern, parts);
        if (params) return { params, load };
      }
      return null;
    },
    async warm() {
      for (const { load } of routes) await load();
    },
  };
}

/** Returns the patterns of paths, the most specific first. */
export const byRank = (patterns: readonly (readonly string[])[]): (readonly string[])[] =>
  patterns.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

function routeOf(root: string, file: string): Route {
  let loaded: Promise<Handlers> | undefined;
  return {
    parts: file.split('/').slice(1, -1),
    load: () => (loaded ??= import(pathToFileURL(resolve(root, file)).href) as Promise<Handlers>),
  };
}

const isFixed = ({ parts }: Route): boolean => parts.every((part) => !part.startsWith('['));
const isRest = (part: string): boolean => part.startsWith('[...') || isRestOrNone(part);
const isRestOrNone = (part: string): boolean => part.startsWith('[[...');
const nameOf = (part: string): string => part.replaceAll(/[[\].]/g, '');

/** Returns a sort key. Of two routes that match a path, the more specific route sorts first. */
const rankOf = (parts: readonly string[]): string =>
  `${parts.map((part) => (isRest(part) ? '2' : part.startsWith('[') ? '1' : '0')).join('')}3`;

/**
 * Returns the decoded parts of a path. Returns null when an empty or dot part makes the path another spelling of a URL.
 */
export function partsOf(path: string): string[] | null {
  const parts = path.slice(1).split('/').map(decodeURIComponent);
  return parts.every((part) => part !== '' && part !== '.' && part !== '..') ? parts : null;
}

export function paramsOf(pattern: readonly string[], parts: readonly string[]): Params | null {
  const params: Record<string, string | string[]> = {};
  for (const [at, expected] of pattern.entries()) {
    if (isRest(expected)) {
      const rest = parts.slice(at);
      if (rest.length > 0) params[nameOf(expected)] = rest;
      return rest.length > 0 || isRestOrNone(expected) ? params : null;
    }
    const part = parts[at];
    if (part === undefined) return null;
    if (expected.startsWith('[')) params[nameOf(expected)] = part;
    else if (expected !== part) return null;
  }
  return pattern.length === parts.length ? params : null;
}
