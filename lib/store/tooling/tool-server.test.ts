import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Tool } from './tool.ts';
import { resources, tools } from './tool-server.ts';
import { toolScopes } from './values.ts';

const page = readFileSync('docs/vendor-tools.md', 'utf8');
/** The row of a scope in the table of tools. */
const rowOf = (scope: string): string => page.split('\n').find((line) => line.startsWith(`| \`${scope}\` |`)) ?? '';

describe('the tools of a shop', () => {
  it('stand with their scopes in docs/vendor-tools.md, and so do the resources', () => {
    for (const scope of toolScopes) {
      const named = [...rowOf(scope).matchAll(/`([a-z_]+|plaza:[a-z/]+)`/g)].map(([, name]) => name);
      const served = [...tools, ...resources].filter((one) => one.scope === scope);
      expect(named, scope).toEqual(served.map((one) => ('uri' in one ? one.uri : one.name)));
    }
  });

  it('say which of them replace what was there, and which tell the buyer', () => {
    const those = (hint: keyof Tool['annotations']) =>
      tools.filter((each) => each.annotations[hint]).map(({ name }) => name);

    expect(those('destructiveHint')).toEqual([
      ...['update_product', 'set_family', 'adjust_stock', 'start_order', 'ship_order'],
    ]);
    expect(those('openWorldHint')).toEqual(['start_order', 'ship_order']);
    expect(
      tools.filter(
        ({ scope, name, annotations }) =>
          annotations.readOnlyHint === (scope.endsWith(':write') && name !== 'get_stock'),
      ),
    ).toEqual([]);
  });

  it('describe their arguments without expressions, which programs of models may not know', () => {
    for (const { name, inputSchema } of tools) {
      expect(JSON.stringify(inputSchema), name).not.toContain('"pattern"');
      expect(JSON.stringify(inputSchema), name).not.toContain('$ref');
    }
  });
});
