import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteHandler } from '#lib/api/define-route.ts';
import { httpMethods, type RouteEntry } from '#lib/api/openapi.ts';

export type FoundRoute = RouteEntry & { readonly handler: RouteHandler; readonly file: string };

/** `app/api/store/orders/[id]/route.ts` is `/api/store/orders/{id}`. */
export const pathOfFile = (file: string): string =>
  `/${file.replace(/^.*?app\//, '').replace(/\/route\.ts$/, '')}`.replaceAll(/\[(.+?)\]/g, '{$1}');

/** Every method that a route file of the API exports, declared or not. */
export async function exportsOf(
  root: string,
): Promise<(Omit<FoundRoute, 'handler' | 'spec'> & { exported: unknown })[]> {
  const files = globSync('app/{api,pay}/**/route.ts', { cwd: root }).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(pathToFileURL(resolve(root, file)).href);
      return httpMethods
        .filter((method) => method in module)
        .map((method) => ({ file, path: pathOfFile(file), method, exported: module[method] }));
    }),
  );
  return found.flat();
}

const isDeclared = (exported: unknown): exported is RouteHandler =>
  typeof exported === 'function' && 'spec' in exported;

/** The routes of the product. One that is not made by `defineRoute` is an error: nobody would know who may call it. */
export async function readRoutes(root = resolve(import.meta.dirname, '../..')): Promise<readonly FoundRoute[]> {
  const found = await exportsOf(root);
  return found.map(({ exported, ...route }) => {
    if (!isDeclared(exported)) throw new Error(`${route.method} in ${route.file} is not made by defineRoute`);
    return { ...route, handler: exported, spec: exported.spec };
  });
}
