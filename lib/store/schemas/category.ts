import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_CATEGORIES, MAX_CATEGORY_DEPTH, MAX_CATEGORY_NAME } from '#lib/store/limits.ts';

export const slugText = z.string().regex(/^[a-z0-9-]{1,80}$/, 'must contain only a-z, 0-9 and hyphens');

const names = (name: z.ZodString) => z.strictObject({ en: name, uk: name, ru: name });

export const category = z.object({
  slug: slugText,
  name: names(z.string().min(1)),
  parentId: idText.nullable(),
  /** The ids of its ancestors, root first, and its own. At most four. */
  path: z.array(idText).min(1).max(MAX_CATEGORY_DEPTH),
  /** Siblings are listed by it. Its values need not be dense. */
  position: z.int().nonnegative(),
  hidden: z.boolean(),
  /** The category that its products are being moved into. It is deleted when none is left. */
  movedInto: idText.nullable(),
  /** Increased by every change of a person. */
  version: z.int().min(1),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Category = z.infer<typeof category>;

/** Claims the slug of a category, also after the category has got another one. The id is the slug. */
export const categorySlug = z.object({ categoryId: idText });

const name = names(z.string().trim().min(1).max(MAX_CATEGORY_NAME));
const position = z.int().min(0).max(MAX_CATEGORIES);

/** The input of a new category. The slug defaults to the English name, the position to the end. */
export const newCategoryInput = z.strictObject({
  name,
  slug: slugText.optional(),
  parentId: idText.nullable().optional(),
  position: position.optional(),
  hidden: z.boolean().optional(),
});

/**
 * The input of a change. A position is that of the sibling before which the category is to stand. The version is the
 * one that the change is based on.
 */
export const categoryChangeInput = newCategoryInput
  .partial()
  .extend({ version: z.int().min(1).optional() })
  .meta({ id: 'CategoryChange' });
export type CategoryChange = z.output<typeof categoryChangeInput>;

export const categoryParams = z.object({ id: idText });
export const categoryDeletionQuery = z.object({ into: idText.optional() });

/** A category as administrators see it. */
export const adminCategory = category
  .pick({
    slug: true,
    name: true,
    parentId: true,
    position: true,
    hidden: true,
    movedInto: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({
    id: idText,
    depth: z.int().min(1).max(MAX_CATEGORY_DEPTH),
    /** Listed products, those of its descendants included. */
    products: z.int().nonnegative(),
  })
  .meta({ id: 'AdminCategory' });
export type AdminCategory = z.infer<typeof adminCategory>;

export const adminCategoryList = z.object({ categories: z.array(adminCategory) });
export const oneCategory = z.object({ category: adminCategory });
/** `moving` is the number of products that are being moved. */
export const categoryDeleted = z.object({ deleted: z.literal(true), id: idText, moving: z.int().nonnegative() });
