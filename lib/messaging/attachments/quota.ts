import { AppError } from '#lib/core/errors.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { QUOTA_BYTES } from '#lib/messaging/limits.ts';

/** Returns the row that counts a user's bytes. It changes with each new and each removed file. */
export const readUploadUse = (reader: Reader, userId: string) => reader.get(UploadUse, userId);

/** Releases bytes of a user's quota, within the transaction that removes their file. */
export const releaseQuota = (write: Writer, userId: string, bytes: number): void =>
  write.update(UploadUse, userId, { bytes: inc(-bytes) });

/** Throws QuotaExceeded when a user's files would have this total. */
export function assertWithinQuota(bytes: number): void {
  if (bytes > QUOTA_BYTES)
    throw new AppError(
      'PayloadTooLarge',
      'Your uploaded files would exceed 500 MB. Send or remove some of them first',
      {
        code: 'QuotaExceeded',
      },
    );
}

/**
 * Counts bytes against a user's quota. The total is stored in a row that changes with each upload, so concurrent uploads
 * cannot exceed the quota together. Throws QuotaExceeded.
 */
export async function spendQuota(t: Tx, userId: string, spent: number): Promise<void> {
  const bytes = ((await t.get(UploadUse, userId))?.data.bytes ?? 0) + spent;
  assertWithinQuota(bytes);
  t.set(UploadUse, userId, { bytes });
}
