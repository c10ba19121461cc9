import { describe, expect, it } from 'vitest';
import { idsOf, messageIdOf } from './ids.ts';

describe('idsOf', () => {
  it.each([
    ['<a@x.test>', ['a@x.test']],
    ['<a@x.test> <b@y.test>', ['a@x.test', 'b@y.test']],
    ['<a@x.test>,<b@y.test> junk', ['a@x.test', 'b@y.test']],
    ['Your message of "Fri, 21 Nov 2025" <a@x.test>', ['a@x.test']],
    ['<A.b@X.TEST>', ['A.b@x.test']],
    ['<a@x.test> <a@X.test>', ['a@x.test']],
    ['<no-at-sign>', ['no-at-sign']],
    ['<a b@x.test>', []],
    ['<<a@x.test>>', ['a@x.test']],
    ['a@x.test', ['a@x.test']],
    [' a@x.test ', ['a@x.test']],
    ['from a@x.test', []],
    ['a@x.test, b@x.test', []],
    ['', []],
    [`<${'a'.repeat(998)}>`, ['a'.repeat(998)]],
    [`<${'a'.repeat(999)}>`, []],
    ['<a\u0007@x.test>', []],
  ])('finds the ids in %j', (value, ids) => {
    expect(idsOf(value)).toEqual(ids);
  });

  it('keeps the first and the last 99 of 300 ids', () => {
    const ids = idsOf(Array.from({ length: 300 }, (_, n) => `<${n}@x.test>`).join(' '));

    expect(ids).toHaveLength(100);
    expect([ids[0], ids[1], ids[99]]).toEqual(['0@x.test', '201@x.test', '299@x.test']);
  });
});

describe('messageIdOf', () => {
  it('returns the first id, or null for a field without an id', () => {
    expect([messageIdOf('<a@x.test> <b@x.test>'), messageIdOf('<>'), messageIdOf('none')]).toEqual([
      'a@x.test',
      null,
      null,
    ]);
  });
});
