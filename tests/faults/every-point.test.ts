import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const textOf = (pattern: string) =>
  globSync(pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

describe('the fault points', () => {
  it('are all used by a test', () => {
    const source = globSync('{lib,services}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
    const points = new Set(
      source.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/ fault\('([a-z_.]+)'\)/g)].map(([, point]) => point),
      ),
    );
    const tests = textOf('{lib,services,tests}/**/*.test.ts');

    expect(points.size).toBeGreaterThan(5);
    expect([...points].filter((point) => !tests.includes(`'${point}`))).toEqual([]);
  });
});
