import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugText } from '#lib/store/schemas/category.ts';
import { slugOf } from './slugs.ts';

describe('slugOf', () => {
  it.each([
    ['Лампа «Місяць»', 'lampa-misiats'],
    ['Щётка для щенка', 'shchetka-dlia-shchenka'],
    ['Café crème, 2 × 50 ml', 'cafe-creme-2-50-ml'],
    ['М’яч', 'miach'],
    ['日本', 'item'],
    ['!!!', 'item'],
  ])('converts %s to %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('is a valid slug for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        expect(slugText.safeParse(slugOf(title)).success).toBe(true);
      }),
    );
  });

  it('does not end in a hyphen when a long title is cut', () => {
    expect(slugOf(`${'a'.repeat(79)} lamp`)).toBe('a'.repeat(79));
  });
});
