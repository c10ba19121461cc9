import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { mediaKey, newMediaFile } from '#lib/store/media/media-files.ts';

/** Stores a picture that a person added to a review, and when public the use of it. Returns its id. */
export async function putReviewPicture(
  { data, files, user, now }: UserContext,
  { isPublic }: { readonly isPublic: boolean },
): Promise<string> {
  const id = newId('file');
  const sizes = [{ px: 64, bytes: 5 }];
  const given = { uploadedBy: user.id, use: 'review', sha256: 'a'.repeat(64), width: 64, height: 64, sizes } as const;
  const used = isPublic ? ({ state: 'used', uses: 1, publicUses: 1, expiresAt: null } as const) : {};
  await data.create(MediaFiles, id, newMediaFile({ ...given, ...used }, now()));
  await data.set(UploadUse, user.id, { bytes: 5 });
  await files.put(mediaKey(id, 64), Buffer.from('hello'));
  return id;
}
