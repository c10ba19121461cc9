import { hashOf } from '#lib/core/ids.ts';
import type { Row } from '#lib/data/store.ts';
import type { Category } from '#lib/store/schemas/category.ts';

/** One category with its position in the tree. */
export type CategoryNode = Pick<Category, 'slug' | 'name' | 'path' | 'parentId'> & {
  readonly id: string;
  /** Hidden itself, or below a hidden one. */
  readonly isHidden: boolean;
};

export type CategoryTree = {
  readonly byId: ReadonlyMap<string, CategoryNode>;
  /** In reading order: each parent before its children, siblings by position. */
  readonly inOrder: readonly CategoryNode[];
  /** Changes when any category does. */
  readonly stamp: string;
  /** Finds a category. One that is being deleted leads to the category that gets its products. */
  find(idOrSlug: string): CategoryNode | null;
};

/** Builds the tree from all rows. A category whose parent is gone becomes a root. */
export function buildTree(rows: readonly Row<Category>[]): CategoryTree {
  const data = new Map(rows.map((row) => [row.id, row.data]));
  const children = Map.groupBy(rows, ({ data: { parentId } }) =>
    parentId !== null && data.has(parentId) ? parentId : null,
  );
  const inOrder: CategoryNode[] = [];
  const walk = (parent: string | null): void => {
    const siblings = (children.get(parent) ?? []).toSorted((a, b) => a.data.position - b.data.position);
    for (const { id, data: category } of siblings) {
      const isHidden = category.path.some((step) => data.get(step)?.hidden);
      const { slug, name, path, parentId } = category;
      inOrder.push({ id, slug, name, path, parentId, isHidden });
      walk(id);
    }
  };
  walk(null);

  const byId = new Map(inOrder.map((node) => [node.id, node]));
  const bySlug = new Map(inOrder.map((node) => [node.slug, node]));
  return {
    byId,
    inOrder,
    stamp: hashOf(...rows.map(({ id, version }) => `${id}:${version}`)),
    find(idOrSlug) {
      const node = byId.get(idOrSlug) ?? bySlug.get(idOrSlug);
      const into = node && data.get(node.id)?.movedInto;
      return (into ? byId.get(into) : node) ?? null;
    },
  };
}
