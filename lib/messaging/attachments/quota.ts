import { AppError } from '#lib/core/errors.ts';
import type { Tx } from '#lib/data/store.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { QUOTA_BYTES } from '#lib/messaging/limits.ts';

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
