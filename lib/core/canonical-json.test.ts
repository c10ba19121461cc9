import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('is independent of the key order at every depth', () => {
    const first = canonicalJson({ b: [{ y: 1, x: null }], a: 'ї' });
    const second = canonicalJson({ a: 'ї', b: [{ x: null, y: 1 }] });

    expect(first).toBe('{"a":"ї","b":[{"x":null,"y":1}]}');
    expect(second).toBe(first);
  });

  it('keeps the order of lists and distinguishes values of different types', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
  });

  it('treats an undefined key as absent', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe(canonicalJson({ b: 1 }));
  });
});
