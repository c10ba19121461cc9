import { AppError } from '#lib/core/errors.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import { assertWithinQuota, readUploadUse, releaseQuota, spendQuota } from '#lib/messaging/attachments/quota.ts';
import { MediaUse } from '#lib/store/collections.ts';
import { MEDIA_QUOTA_BYTES } from '#lib/store/limits.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import { type MediaOwner, mediaOwnerOf } from './media-owner.ts';

/** The row of the files of the site itself. */
const SITE = 'site';

const rowOf = (owner: Exclude<MediaOwner, { kind: 'reviewer' }>): string =>
  owner.kind === 'vendor' ? owner.vendorId : SITE;

/**
 * Returns the row that counts an owner's bytes. It changes with each new and each removed file of the owner. Pictures of
 * reviews count among the uploads of their person.
 */
export const readQuota = (reader: Reader, owner: MediaOwner) =>
  owner.kind === 'reviewer' ? readUploadUse(reader, owner.userId) : reader.get(MediaUse, rowOf(owner));

/** Throws QuotaExceeded when an owner's files would have this total. */
export function assertRoom(owner: MediaOwner, bytes: number): void {
  if (owner.kind === 'reviewer') assertWithinQuota(bytes);
  else if (bytes > MEDIA_QUOTA_BYTES)
    throw new AppError(
      'PayloadTooLarge',
      'The pictures and files of this shop would exceed 5 GB. Remove some of them first',
      {
        code: 'QuotaExceeded',
      },
    );
}

/** Counts the bytes of a new file, within the transaction that makes it usable. Throws QuotaExceeded. */
export async function spendMediaQuota(t: Tx, owner: MediaOwner, spent: number): Promise<void> {
  if (owner.kind === 'reviewer') return spendQuota(t, owner.userId, spent);
  const bytes = ((await t.get(MediaUse, rowOf(owner)))?.data.bytes ?? 0) + spent;
  assertRoom(owner, bytes);
  t.set(MediaUse, rowOf(owner), { bytes });
}

/** Releases the bytes of a file, within the transaction that removes it. */
export function releaseMediaQuota(t: Tx, file: MediaFile): void {
  const owner = mediaOwnerOf(file);
  if (owner.kind === 'reviewer') releaseQuota(t, owner.userId, file.bytes);
  else releaseMediaBytes(t, owner, file.bytes);
}

/** Releases bytes of a vendor or of the site, within the transaction that removes their file. */
export const releaseMediaBytes = (write: Writer, owner: Exclude<MediaOwner, { kind: 'reviewer' }>, bytes: number) =>
  write.update(MediaUse, rowOf(owner), { bytes: inc(-bytes) });
