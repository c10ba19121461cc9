import { describe, expect, it } from 'vitest';
import type { AdminCategory } from '#lib/store/schemas/category.ts';
import { below, heirsOf, isHiddenAbove, parentsFor, siblingsOf, stepTo } from './tree-steps.ts';

const row = (id: string, parentId: string | null, depth: number, position: number, more = {}): AdminCategory => ({
  ...{ id, slug: id, name: { en: id, uk: id, ru: id }, parentId, depth, position },
  ...{ hidden: false, movedInto: null, products: 0, version: 1, createdAt: '', updatedAt: '' },
  ...more,
});
const home = row('home', null, 1, 0, { hidden: true });
const lamps = row('lamps', 'home', 2, 0);
const desk = row('desk', 'lamps', 3, 0);
const rugs = row('rugs', 'home', 2, 4);
const gifts = row('gifts', null, 1, 7);
const old = row('old', null, 1, 8, { movedInto: 'gifts' });
const tree = [home, lamps, desk, rugs, gifts, old];
const ids = (rows: readonly AdminCategory[]) => rows.map(({ id }) => id);

describe('the steps of a tree', () => {
  it('know what is below a category and beside it', () => {
    expect(ids(below(tree, home))).toEqual(['lamps', 'desk', 'rugs']);
    expect(below(tree, old)).toEqual([]);
    expect(ids(siblingsOf(tree, lamps))).toEqual(['lamps', 'rugs']);
  });

  it('lead before the sibling above or behind the sibling below, and end with the siblings', () => {
    expect(stepTo(tree, rugs, 'up')).toBe(0);
    expect(stepTo(tree, lamps, 'down')).toBe(5);
    expect(stepTo(tree, lamps, 'up')).toBeNull();
    expect(stepTo(tree, rugs, 'down')).toBeNull();
  });

  it('offer no parent below the category itself, none too deep and none that is being deleted', () => {
    expect(ids(parentsFor(tree, lamps))).toEqual(['home', 'rugs', 'gifts']);
    expect(ids(parentsFor(tree, home))).toEqual(['gifts']);
    expect(ids(parentsFor(tree, null))).toEqual(['home', 'lamps', 'desk', 'rugs', 'gifts']);
    expect(ids(heirsOf(tree, gifts))).toEqual(['home', 'lamps', 'desk', 'rugs']);
  });

  it('know a category that is hidden with its parent', () => {
    expect([desk, home, gifts].map((category) => isHiddenAbove(tree, category))).toEqual([true, false, false]);
  });
});
