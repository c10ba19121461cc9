import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

export const slugText = z.string().regex(/^[a-z0-9-]{1,80}$/, 'must contain only a-z, 0-9 and hyphens');

export const category = z.object({
  slug: slugText,
  name: z.object({ en: z.string().min(1), uk: z.string().min(1), ru: z.string().min(1) }),
  parentId: idText.nullable(),
  /** The ids of its ancestors, root first, and its own. At most four. */
  path: z.array(idText).min(1).max(4),
  position: z.int().nonnegative(),
  hidden: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Category = z.infer<typeof category>;
