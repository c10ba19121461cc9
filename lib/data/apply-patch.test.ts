import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyPatch, checkedPatch } from './apply-patch.ts';
import { collection } from './collection.ts';
import { inc, type Patch, remove, union } from './patch.ts';

const schema = z.object({ n: z.number().nullable(), tags: z.array(z.string()).nullable(), name: z.string().max(5) });
const Rows = collection('rows', { label: 'Row', schema, indexes: [] });
const check = (patch: Patch<z.infer<typeof schema>>) => checkedPatch(Rows, 'r1', patch);

describe('checkedPatch', () => {
  it.each<[string, Record<string, unknown>]>([
    ['an unknown field', { other: 1 }],
    ['a path', { 'tags.0': 'x' }],
    ['a key of Object.prototype', { constructor: 1 }],
    ['undefined', { n: undefined }],
    ['a value that does not fit the schema', { name: 'too long' }],
    ['an increment of NaN', { n: inc(Number.NaN) }],
    ['an increment of minus zero', { n: inc(-0) }],
    ['an object in a union', { tags: union({} as never) }],
  ])('rejects %s', (_, patch) => {
    expect(() => check(patch as never)).toThrowError(expect.objectContaining({ code: 'INVALID' }));
  });

  it('accepts values and transforms', () => {
    expect(Object.keys(check({ n: inc(1), tags: remove('a'), name: 'ok' }))).toEqual(['n', 'tags', 'name']);
  });
});

describe('applyPatch', () => {
  const document = { n: 2, tags: ['a', 'b'], name: 'x' };

  it('does not change the given document', () => {
    const next = applyPatch('rows/r1', document, check({ n: inc(3), tags: union('c', 'a', 'c'), name: 'y' }));

    expect(next).toEqual({ n: 5, tags: ['a', 'b', 'c'], name: 'y' });
    expect(document).toEqual({ n: 2, tags: ['a', 'b'], name: 'x' });
  });

  it('rejects an increment of a non-number and a union with a non-array', () => {
    const wrong = { ...document, n: 'two', tags: 'a' };

    expect(() => applyPatch('rows/r1', wrong, check({ n: inc(1) }))).toThrowError(/not a number/);
    expect(() => applyPatch('rows/r1', wrong, check({ tags: union('a') }))).toThrowError(/not an array/);
  });
});
