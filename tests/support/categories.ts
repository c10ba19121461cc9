import { PATCH as change, DELETE as del } from '#app/api/admin/categories/[id]/route.ts';
import { POST as create, GET as list } from '#app/api/admin/categories/route.ts';
import { GET as products } from '#app/api/store/products/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { categoryTree } from '#lib/store/catalog/categories.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';
import { everyRow } from '#tests/support/world.ts';

export type CategoryAdmin = SmallShop & UserContext;

/** Opens the small shop with an administrator who is signed in. */
export const openCategories = async (): Promise<CategoryAdmin> => asUser(await openSmallShop(), { role: 'admin' });

export const named = (word: string) => ({ en: word, uk: `${word} (uk)`, ru: `${word} (ru)` });
export const categoryIdOf = async (ctx: CategoryAdmin, slug: string): Promise<string> =>
  (await categoryTree(ctx)).find(slug)?.id ?? '';

export const addCategory = (as: CategoryAdmin, body: unknown) => call(create, { as, body });
export const patchCategory = (as: CategoryAdmin, id: string, body: unknown) =>
  call(change, { as, params: { id }, body, method: 'PATCH' });
export const removeCategory = (as: CategoryAdmin, id: string, query: Record<string, string> = {}) =>
  call(del, { as, params: { id }, query, method: 'DELETE' });
export const categoriesOf = async (as: CategoryAdmin) => (await call(list, { as })).body.categories;

/** Returns the acts of a kind that are on record. */
export const actsOf = async ({ data }: CategoryAdmin, action: string) =>
  (await everyRow(data, AuditLog)).map((row) => row.data).filter((act) => act.action === action);

/** Returns the titles that the catalog lists under a category, after its counts and the tree have expired. */
export async function titlesUnder(ctx: CategoryAdmin, categories: string): Promise<string[]> {
  ctx.clock.advance(11 * SECOND_MS);
  const { body } = await call(products, { query: { categories } });
  return body.products.map(({ title }) => title).sort();
}

/** Performs promised effects, also those that wait until other processes know of a deletion. */
export async function settleCategories(ctx: CategoryAdmin): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await ctx.drain();
    ctx.clock.advance(11 * SECOND_MS);
  }
}
