import { MAX_CATEGORY_DEPTH } from '#lib/store/limits.ts';
import type { AdminCategory } from '#lib/store/schemas/category.ts';

type Tree = readonly AdminCategory[];

/** Returns the categories below one, at any depth. The tree is in reading order. */
export function below(tree: Tree, { id, depth }: AdminCategory): Tree {
  const rest = tree.slice(tree.findIndex((row) => row.id === id) + 1);
  const end = rest.findIndex((row) => row.depth <= depth);
  return end === -1 ? rest : rest.slice(0, end);
}

export const siblingsOf = (tree: Tree, { parentId }: AdminCategory): Tree =>
  tree.filter((row) => row.parentId === parentId);

/** Returns the position that moves a category one step up or down; null at the end of its siblings. */
export function stepTo(tree: Tree, category: AdminCategory, by: 'up' | 'down'): number | null {
  const siblings = siblingsOf(tree, category);
  const at = siblings.findIndex(({ id }) => id === category.id);
  if (by === 'up') return siblings[at - 1]?.position ?? null;
  const next = siblings[at + 1];
  return next ? next.position + 1 : null;
}

/** Returns the categories that one may be moved into: not below itself, and with room for all its levels. */
export function parentsFor(tree: Tree, category: AdminCategory | null): Tree {
  const inside = category ? [category, ...below(tree, category)] : [];
  const levels = category ? Math.max(...inside.map(({ depth }) => depth)) - category.depth + 1 : 1;
  const own = new Set(inside.map(({ id }) => id));
  return tree.filter(
    ({ id, depth, movedInto }) => !own.has(id) && movedInto === null && depth + levels <= MAX_CATEGORY_DEPTH,
  );
}

/** Returns the categories that may get the products of one that is deleted. */
export const heirsOf = (tree: Tree, { id }: AdminCategory): Tree =>
  tree.filter((row) => row.id !== id && row.movedInto === null);

/** Returns true for a category below a hidden one. */
export function isHiddenAbove(tree: Tree, { parentId }: AdminCategory): boolean {
  const parent = tree.find(({ id }) => id === parentId);
  return parent !== undefined && (parent.hidden || isHiddenAbove(tree, parent));
}
