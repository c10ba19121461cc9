import { z } from 'zod';

/** Digits and underscores of a handle count for nothing, so no word has any. */
const words = z.array(z.string().regex(/^[a-z]+$/)).min(1);

export const reservedHandlesSchema = z.strictObject({
  /** Who speaks for the platform, in any spelling with digits or underscores: `admin`, `admin_1`, `support24`. */
  offices: words,
  /** What an address, a mention or a program would read as something else. */
  names: words,
});
export type ReservedHandles = z.infer<typeof reservedHandlesSchema>;
