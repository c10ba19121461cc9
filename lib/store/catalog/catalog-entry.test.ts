import { describe, expect, it } from 'vitest';
import { nameOrder } from './catalog-entry.ts';

const sorted = (...titles: string[]) =>
  titles.toSorted((a, b) => (nameOrder(a) < nameOrder(b) ? -1 : nameOrder(a) > nameOrder(b) ? 1 : 0));

describe('nameOrder', () => {
  it('follows the Ukrainian alphabet, including ґ, є, і and ї', () => {
    const alphabet = ['гай', 'ґанок', 'дім', 'ера', 'єдність', 'жук', 'ирій', 'ікра', 'їжак', 'йод', 'кіт', 'яма'];

    expect(sorted(...alphabet.toReversed())).toEqual(alphabet);
  });

  it('sorts ё after е and before ж', () => {
    expect(sorted('жук', 'ёлка', 'ель', 'еда')).toEqual(['еда', 'ель', 'ёлка', 'жук']);
  });

  it('ignores case and accents', () => {
    expect(nameOrder('ÉTUDE Lamp')).toBe(nameOrder('etude lamp'));
  });
});
