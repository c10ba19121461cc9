import { readFileSync } from 'node:fs';
import { kept } from '#lib/core/kept.ts';

const UNKNOWN = 'unknown';
const languages = /^\/(?:uk|ru)(?=\/|$)/;

/**
 * Returns the name of the route that serves a path, as the file tree spells it (`/products/[id]`), for pages and the API
 * alike: for the log, which must not hold what a caller has written. The build is read with the first question.
 */
export function openRouteNames(manifest: string): (path: string) => string {
  const patterns = kept(() => patternsIn(manifest));
  return (path) => {
    if (path.startsWith('/_next/')) return '/_next';
    const plain = path.replace(languages, '') || '/';
    return patterns('all').find(({ pattern }) => pattern.test(plain))?.name ?? UNKNOWN;
  };
}

type Pattern = { readonly name: string; readonly pattern: RegExp };

/** A part in brackets takes any part, one with dots the rest; what says more of a path comes first. */
function patternsIn(manifest: string): readonly Pattern[] {
  try {
    const routes: Readonly<Record<string, string>> = JSON.parse(readFileSync(manifest, 'utf8'));
    return [...new Set(Object.values(routes))]
      .sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
      .map((name) => ({
        name,
        pattern: new RegExp(`^${name === '/' ? '/' : name.slice(1).split('/').map(partOf).join('')}$`),
      }));
  } catch {
    // Development has no build, and a log line is no reason to fail.
    return [];
  }
}

function partOf(part: string): string {
  if (part.startsWith('[[...')) return '(?:/.*)?';
  if (part.startsWith('[...')) return '/.+';
  return part.startsWith('[') ? '/[^/]+' : `/${part.replace(/[^\w-]/g, '\\$&')}`;
}

const rankOf = (name: string): string =>
  name
    .split('/')
    .map((part) => (part.startsWith('[[') ? '3' : part.startsWith('[...') ? '2' : part.startsWith('[') ? '1' : '0'))
    .join('');
