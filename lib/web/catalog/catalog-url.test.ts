import { describe, expect, it } from 'vitest';
import { catalogOfForm, catalogPath, filtersOn, inCurrency, readCatalog, shelfOf } from './catalog-url.ts';

const formOf = (...pairs: readonly (readonly [string, string])[]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
};

describe('the URL of the catalog', () => {
  it('restores the filters, sorting and page it was made from', () => {
    const path = catalogPath({
      search: 'лляна лампа',
      categories: ['cat_light', 'ceramics'],
      vendors: ['kiln', 'loom'],
      min: '100',
      max: '2500.50',
      inStock: true,
      rating: 4,
      sortBy: 'price_asc',
      currency: 'EUR',
      afterId: 'cur_abc',
      pages: 3,
    });

    const state = readCatalog(Object.fromEntries(new URL(path, 'http://plaza.test').searchParams));

    expect(catalogPath(state)).toBe(path);
  });

  it('is that of the seller whose list it is', () => {
    const state = readCatalog({ inStock: 'true' }, 'kiln');

    expect(catalogPath(state)).toBe('/vendors/kiln?inStock=true');
    expect(catalogPath({ vendor: 'kiln' })).toBe('/vendors/kiln');
  });

  it('chooses sellers only in the catalog of all', () => {
    expect(readCatalog({ vendors: ['kiln,loom', 'kiln'] }).vendors).toEqual(['kiln', 'loom']);
    expect(readCatalog({ vendors: 'kiln' }, 'loom').vendors).toEqual([]);
    expect(filtersOn(readCatalog({ vendors: 'kiln,loom', categories: 'cat_a' }))).toBe(3);
    expect(shelfOf(readCatalog({ vendors: 'kiln' }))).toBeNull();
  });

  it('leaves out default values', () => {
    expect(catalogPath(readCatalog({}))).toBe('/products');
    expect(catalogPath(readCatalog({ search: '  ', pages: '1', inStock: 'false', min: '' }))).toBe('/products');
  });

  it('accepts a repeated parameter, as a form without scripts sends it', () => {
    const state = readCatalog({ categories: ['cat_a', 'cat_b', 'cat_a'], search: ['lamp', 'chair'] });

    expect(state).toMatchObject({ categories: ['cat_a', 'cat_b'], search: 'lamp' });
  });

  it.each([
    ['sortBy', 'cheapest', { sortBy: null }],
    ['currency', 'eur', { currency: null }],
    ['min', '1e3', { min: '' }],
    ['max', '-5', { max: '' }],
    ['pages', '900', { pages: 1 }],
    ['pages', '2.5', { pages: 1 }],
    ['afterId', '../x', { afterId: null }],
    ['categories', 'a/b,cat_ok', { categories: ['cat_ok'] }],
  ])('ignores an invalid value in %s=%s', (name, value, expected) => {
    expect(readCatalog({ [name]: value })).toMatchObject(expected);
  });

  it.each(['1 000', '1\u00a0000', '1\u202f000', ' 1000 '])('accepts the amount %j with spaces', (min) => {
    expect(readCatalog({ min }).min).toBe('1000');
  });

  it('ignores a price with more decimals than its currency has', () => {
    const state = readCatalog({ min: '10.999', max: '20,50' });

    expect(inCurrency(state, 'UAH')).toMatchObject({ min: '', max: '20,50' });
    expect(inCurrency(state, 'JPY')).toMatchObject({ min: '', max: '' });
    expect(filtersOn(inCurrency(state, 'JPY'))).toBe(0);
  });

  it('distinguishes the list of one category from a list with further filters', () => {
    expect(shelfOf(readCatalog({ categories: 'lighting', sortBy: 'name', currency: 'EUR' }))).toBe('lighting');
    for (const more of [{ categories: 'lighting,textiles' }, { inStock: 'true' }, { min: '5' }, { search: 'lamp' }])
      expect(shelfOf(readCatalog({ categories: 'lighting', ...more }))).toBeNull();
    expect(shelfOf(readCatalog({ search: 'lamp' }))).toBeNull();
  });

  it('starts at the first page when a filter changes', () => {
    const state = catalogOfForm(
      formOf(['search', 'lamp'], ['categories', 'a'], ['categories', 'b'], ['inStock', 'true']),
    );

    expect(catalogPath(state)).toBe('/products?search=lamp&categories=a,b&inStock=true');
    expect(filtersOn(state)).toBe(4);
  });
});
