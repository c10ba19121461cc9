import { describe, expect, it } from 'vitest';
import { keyOfPath } from '#lib/admin/vitals/vitals-buffer.ts';
import patterns from '#lib/api/collecting/route-patterns.json' with { type: 'json' };
import { readRoutePatterns } from '#tests/support/route-patterns.ts';

describe('lib/api/collecting/route-patterns.json', () => {
  it('names the pages and routes of the file tree; `npm run route-patterns` writes it', () => {
    expect(patterns).toEqual(readRoutePatterns());
  });

  it('has a document key of its own for every page', () => {
    const keys = [...patterns.pages, 'other', 'all'].map(keyOfPath);

    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !/^[A-Za-z0-9_-]{1,100}$/.test(key))).toEqual([]);
  });
});
