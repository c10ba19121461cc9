import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundle } from '#scripts/server-process.mjs';
import { openRouteMap } from '#services/run/routes/route-map.ts';
import { isBuilt } from '#tests/support/server.ts';

const map = openRouteMap(process.cwd());
const served = async (path: string) => {
  const match = map.match(path);
  return match && { params: match.params, methods: Object.keys(await match.load()).sort() };
};

describe('openRouteMap', () => {
  it('finds the file of every API route', async () => {
    const files = globSync('app/api/**/route.ts');

    for (const file of files) {
      const path = `/${file.replace(/^app\//, '').replace(/\/route\.ts$/, '')}`.replaceAll(
        /\[+(?:\.\.\.)?(\w+)\]+/g,
        'x-$1',
      );
      const module: object = await import(pathToFileURL(resolve(file)).href);
      expect(await map.match(path)?.load(), path).toBe(module);
    }
    expect(files.length).toBeGreaterThan(40);
  });

  it.skipIf(!isBuilt)('maps to the same routes in the bundle', () => {
    const bundled = openRouteMap(resolve(bundle));

    for (const file of globSync('app/api/**/route.ts')) {
      const path = `/${file.replace(/^app\//, '').replace(/\/route\.ts$/, '')}`.replaceAll(
        /\[+(?:\.\.\.)?(\w+)\]+/g,
        'x-$1',
      );
      expect(bundled.match(path)?.params, path).toEqual(map.match(path)?.params);
    }
  });

  it('decodes path parameters, and prefers a literal segment to a parameter', async () => {
    expect((await served('/api/store/orders/ord_1'))?.params).toEqual({ id: 'ord_1' });
    expect((await served('/api/store/orders/a%2Fitems%2Fb'))?.params).toEqual({ id: 'a/items/b' });
    expect(await served('/api/auth/sessions')).toMatchObject({ params: {}, methods: expect.arrayContaining(['GET']) });
  });

  it('maps an unknown route to the not-found handler', async () => {
    expect((await served('/api/no/such/route'))?.params).toEqual({ unknown: ['no', 'such', 'route'] });
    expect((await served('/api'))?.params).toEqual({});
    expect((await served('/api%2Fhealth'))?.params).toBeUndefined();
  });

  it('leaves pages and oddly spelled addresses to the framework', () => {
    for (const path of [
      '/',
      '/products',
      '/apiary',
      '/api/health/',
      '/api//health',
      '/api/../health',
      '/uk/api/health',
    ])
      expect(map.match(path), path).toBeNull();
  });
});
