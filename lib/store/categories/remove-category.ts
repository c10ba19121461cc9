import type { Row, Writer } from '#lib/data/store.ts';
import { Categories, CategorySlugs } from '#lib/store/collections.ts';

type Claim = { readonly categoryId: string };

/** Removes a category. Its slugs lead to the category with its products from now on, or are free without one. */
export function writeRemoval(write: Writer, id: string, slugs: readonly Row<Claim>[], into: string | null): void {
  write.delete(Categories, id);
  for (const { id: slug } of slugs) {
    if (into === null) write.delete(CategorySlugs, slug);
    else write.set(CategorySlugs, slug, { categoryId: into });
  }
}
