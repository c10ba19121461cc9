import { auditRow } from '#lib/audit/audit.ts';
import type { AuditFacts } from '#lib/audit/schemas/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { forgetCategories } from '#lib/store/catalog/categories.ts';
import { promiseSubtree } from '#lib/store/catalog/topics.ts';
import { Categories, CategorySlugs } from '#lib/store/collections.ts';
import { MAX_MOVED_CATEGORIES } from '#lib/store/limits.ts';
import type { Category, CategoryChange } from '#lib/store/schemas/category.ts';
import { assertSlugFree, type Place, pathUnder, placeAmong, readTree } from './tree-rows.ts';

type CategoryRow = Row<Category>;
type Wanted = Omit<CategoryChange, 'version'>;

/**
 * Renames, moves, orders or hides a category. A move takes everything below it along. A change that is there already
 * has no effect. Throws Conflict for a slug of another category, a subtree that is too large, or an older version.
 */
export async function changeCategory(
  ctx: UserContext,
  id: string,
  { version, ...wanted }: CategoryChange,
): Promise<void> {
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const rows = await readTree(t);
      const row = rows.find((known) => known.id === id);
      if (!row) throw notFound(Categories.label, id);
      if (!isChange(row.data, wanted)) return;
      assertCurrent(row, version);
      const { slug = row.data.slug } = wanted;
      const [claim, formerClaim] = await Promise.all([
        t.get(CategorySlugs, slug),
        t.get(CategorySlugs, row.data.slug),
        assertSlugFree(t, rows, { slug, categoryId: id }),
      ]);
      const moved = moveOf(rows, row, wanted);

      const at = now.toISOString();
      const { name = row.data.name, hidden = row.data.hidden } = wanted;
      const after = { ...row.data, name, slug, hidden, ...moved.own, version: row.data.version + 1, updatedAt: at };
      t.set(Categories, id, after);
      for (const [sibling, position] of moved.shifted) t.update(Categories, sibling, { position });
      for (const [below, path] of moved.paths) t.update(Categories, below, { path: [...path] });
      if (!claim) t.create(CategorySlugs, slug, { categoryId: id });
      // Categories of earlier versions have not claimed their slug.
      if (!formerClaim && slug !== row.data.slug) t.create(CategorySlugs, row.data.slug, { categoryId: id });
      writeAudit(t, ctx, row, after, now);
      if (isShownOtherwise(row.data, after)) promiseSubtree(t, id, now);
    },
    { mayQuery: true },
  );
  forgetCategories(ctx);
}

const isChange = (before: Category, { name, ...rest }: Wanted): boolean =>
  (name !== undefined && !isSameName(before.name, name)) ||
  Object.entries(rest).some(([field, value]) => value !== undefined && before[field as keyof typeof rest] !== value);

const isSameName = (a: Category['name'], b: Category['name']): boolean =>
  a.en === b.en && a.uk === b.uk && a.ru === b.ru;

/** Entries of the index hold the names of visible categories and the path of each. */
const isShownOtherwise = (before: Category, after: Category): boolean =>
  !isSameName(before.name, after.name) || before.parentId !== after.parentId || before.hidden !== after.hidden;

function assertCurrent({ data }: CategoryRow, version: number | undefined): void {
  if (data.movedInto !== null) throw conflict('This category is being deleted', { code: 'CategoryBeingDeleted' });
  if (version !== undefined && version !== data.version)
    throw conflict('The category was changed in the meantime. Reload it and try again', {
      code: 'StaleVersion',
      details: { version: String(data.version) },
    });
}

type Move = Pick<Place, 'shifted'> & {
  readonly own: Pick<Category, 'parentId' | 'path' | 'position'>;
  /** The paths of the categories below the moved one. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
};

function moveOf(rows: readonly CategoryRow[], { id, data }: CategoryRow, wanted: Wanted): Move {
  const { parentId = data.parentId } = wanted;
  const isMoved = parentId !== data.parentId;
  const siblings = rows.filter((row) => row.data.parentId === parentId && row.id !== id);
  const stays = !isMoved && (wanted.position ?? data.position) === data.position;
  const { position, shifted } = stays
    ? { position: data.position, shifted: new Map<string, number>() }
    : placeAmong(siblings, wanted.position);
  if (!isMoved) return { own: { parentId, path: data.path, position }, shifted, paths: new Map() };

  const below = rows.filter((row) => row.id !== id && row.data.path.includes(id));
  const height = Math.max(data.path.length, ...below.map((row) => row.data.path.length)) - data.path.length + 1;
  const path = pathUnder(rows, { id, parentId, height });
  if (below.length >= MAX_MOVED_CATEGORIES)
    throw conflict(`At most ${MAX_MOVED_CATEGORIES} categories can be moved at once. Move its parts first`, {
      code: 'SubtreeTooLarge',
    });
  const rest = (row: CategoryRow) => row.data.path.slice(row.data.path.indexOf(id) + 1);
  const paths = new Map(below.map((row) => [row.id, [...path, ...rest(row)]]));
  return { own: { parentId, path, position }, shifted, paths };
}

function writeAudit(t: Tx, ctx: UserContext, { id, data }: CategoryRow, after: Category, now: Date): void {
  const fields = (['slug', 'parentId', 'position', 'hidden'] as const).filter((field) => data[field] !== after[field]);
  const factsOf = (category: Category): AuditFacts =>
    Object.fromEntries(fields.map((field) => [field, category[field]]));
  const renamed = isSameName(data.name, after.name) ? {} : { renamed: true };
  auditRow(t, ctx, {
    action: 'category.changed',
    targetType: 'category',
    targetId: id,
    before: factsOf(data),
    after: { ...factsOf(after), ...renamed },
    now,
  });
}
