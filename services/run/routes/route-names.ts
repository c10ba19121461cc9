import { readFileSync } from 'node:fs';
import { byRank, paramsOf, partsOf } from './route-map.ts';

const UNKNOWN = 'unknown';
const languages = /^\/(?:uk|ru)(?=\/|$)/;

/**
 * Returns a function that returns the name of the route of a path, as the file tree spells it (`/products/[id]`), for
 * pages and the API. The log uses it, because the log must not hold a caller's text. The build manifest is read at the
 * first call.
 */
export function openRouteNames(manifest: string): (path: string) => string {
  let patterns: (readonly string[])[] | undefined;
  return (path) => {
    if (path.startsWith('/_next/')) return '/_next';
    const plain = path.replace(languages, '') || '/';
    if (plain === '/') return '/';
    patterns ??= patternsIn(manifest);
    const parts = partsOf(plain);
    const found = parts && patterns.find((pattern) => paramsOf(pattern, parts) !== null);
    return found ? `/${found.join('/')}` : UNKNOWN;
  };
}

function patternsIn(manifest: string): (readonly string[])[] {
  try {
    const routes: Readonly<Record<string, string>> = JSON.parse(readFileSync(manifest, 'utf8'));
    return byRank([...new Set(Object.values(routes))].map((name) => name.slice(1).split('/')));
  } catch {
    // Development has no build, and a missing name in a log line must not cause an error.
    return [];
  }
}
