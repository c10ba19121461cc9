import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenApi, openApiOf } from '#lib/api/openapi.ts';
import { readRoutes } from '#tests/support/route-table.ts';

const committed: OpenApi = JSON.parse(readFileSync(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8'));

describe('docs/api/openapi.json', () => {
  it('matches the routes; `npm run openapi` updates it', async () => {
    const document = openApiOf(await readRoutes());

    expect(committed).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('gives each operation a unique id and refers only to existing schemas', () => {
    const operations = Object.values(committed.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    const pointers = [...JSON.stringify(committed).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.length).toBeGreaterThan(20);
    expect(pointers.filter((id) => !(String(id) in committed.components.schemas))).toEqual([]);
  });

  it('declares exactly the parameters in each path', () => {
    for (const [path, methods] of Object.entries(committed.paths)) {
      const braced = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name).sort();
      for (const { parameters = [] } of Object.values(methods)) {
        const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        expect(named.sort(), path).toEqual(braced);
      }
    }
  });
});
