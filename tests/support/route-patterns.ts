import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Returns the address of every page and API route in the file tree, without the groups in parentheses. */
export function readRoutePatterns(): { readonly pages: readonly string[]; readonly routes: readonly string[] } {
  const addresses = (files: string) =>
    [...new Set(globSync(files, { cwd: root }).map(addressOf))].sort((a, b) => (a < b ? -1 : 1));
  return { pages: addresses('app/**/page.tsx'), routes: addresses('app/api/**/route.ts') };
}

const addressOf = (file: string): string =>
  `/${file
    .split('/')
    .slice(1, -1)
    .filter((part) => !part.startsWith('('))
    .join('/')}`;
