import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteHandler } from '#lib/api/define-route.ts';
import { type HttpMethod, httpMethods, type RouteEntry } from '#lib/api/openapi.ts';

export type FoundRoute = RouteEntry & { readonly handler: RouteHandler; readonly file: string };

/** Returns the path of a route file: `app/api/store/orders/[id]/route.ts` is `/api/store/orders/{id}`. */
export const pathOfFile = (file: string): string =>
  `/${file.replace(/^.*?app\//, '').replace(/\/route\.\w+$/, '')}`.replaceAll(/\[+(.+?)\]+/g, '{$1}');

type Exported = { readonly file: string; readonly path: string; readonly method: string; readonly exported: unknown };

/**
 * Returns every method that a route file of the API exports, declared or not, in every file type that Next would serve.
 */
async function exportsOf(root: string): Promise<readonly Exported[]> {
  const files = globSync('app/{api,pay}/**/route.{ts,tsx,js,jsx}', { cwd: root }).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(pathToFileURL(resolve(root, file)).href);
      return Object.keys(module)
        .filter((name) => /^[A-Z]+$/.test(name))
        .sort((a, b) => placeOf(a) - placeOf(b))
        .map((method) => ({ file, path: pathOfFile(file), method, exported: module[method] }));
    }),
  );
  return found.flat();
}

const placeOf = (name: string): number => (httpMethods as readonly string[]).indexOf(name);
const isMethod = (name: string): name is HttpMethod => placeOf(name) >= 0;
const isDeclared = (exported: unknown): exported is RouteHandler =>
  typeof exported === 'function' && 'spec' in exported;

/** Returns the routes of the product. A route not made by `defineRoute` is an error: its access rules are unknown. */
export async function readRoutes(root = resolve(import.meta.dirname, '../..')): Promise<readonly FoundRoute[]> {
  const found = await exportsOf(root);
  return found.map(({ exported, method, ...route }) => {
    // Next itself responds to HEAD and OPTIONS. A file that exports its own handler for them would have no guard.
    if (!isDeclared(exported) || !isMethod(method))
      throw new Error(`${method} in ${route.file} is not made by defineRoute`);
    return { ...route, method, handler: exported, spec: exported.spec };
  });
}
