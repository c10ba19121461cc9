import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_FILE_NAME } from '#lib/store/limits.ts';
import { adminReason } from './product-input.ts';

/**
 * A file of a digital product. It is created before its bytes with an `expiresAt`, which it loses when they are stored.
 * The list `fileIds` of its product says which files new buyers get.
 */
export const productFile = z.object({
  productId: idText,
  vendorId: idText,
  name: z.string().min(1).max(MAX_FILE_NAME),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mimeType: z.string().min(1).max(100),
  storageKey: z.string().min(1),
  /** When the seller removed it. Those who paid before can still download it. */
  retiredAt: isoTime.nullable(),
  /** When cleanup removes it: its upload never ended, or nobody can have bought it. Null for a file that is kept. */
  expiresAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type ProductFile = z.infer<typeof productFile>;

/** A file as the seller of its product sees it. */
export const productFileView = z
  .object({ id: idText, name: z.string(), bytes: z.int(), mimeType: z.string() })
  .meta({ id: 'ProductFile' });
export type ProductFileView = z.infer<typeof productFileView>;

export const fileParams = z.object({ id: idText, fileId: idText });
export const fileAdded = z.object({ file: productFileView });
export const fileRemoved = z.object({ deleted: z.literal(true), id: idText });
export const removeFileInput = z.strictObject({ reason: adminReason.exactOptional() });

export const downloadCount = z.object({
  count: z.int().nonnegative(),
  lastAt: isoTime,
  /** For a line: when its seller let its buyer download again. Counts of its files from before are over. */
  resetAt: isoTime.nullable(),
});
export type DownloadCount = z.infer<typeof downloadCount>;

/** The signature of a download link. A wrong one finds nothing, so that its form is not checked here. */
export const downloadQuery = z.object({ e: z.string().max(20).optional(), s: z.string().max(100).optional() });

export const resetDownloadsInput = z.strictObject({ reason: adminReason.optional() }).default({});
