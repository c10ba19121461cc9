import { z } from 'zod';

const text = z.string().min(1);

/** What notifications say in one language. `{name}` and plural forms of `{count}` are filled in. */
export const notificationTextsSchema = z.strictObject({
  /** What somebody is called whose account is gone, as on the pages. */
  deletedUser: text,
  /** What a mail says around a notification. */
  mail: z.strictObject({ open: text, all: text, why: text, change: text }),
  /**
   * Every notification the product itself makes. Amounts come as `totalMinor` with `currency` and stand as `{total}`, a day as `onDay` and stands as `{day}`.
   * That the languages have the same ones is tested beside the loader.
   */
  templates: z.record(z.string().regex(/^[a-z_]+(?:\.[a-z_]+)?$/), z.strictObject({ title: text, message: text })),
});
export type NotificationTexts = z.infer<typeof notificationTextsSchema>;
