import type { UserContext } from '#lib/context/context.ts';
import { brokenImage, imageSize } from '#lib/context/ports/image-refusals.ts';
import { isImageSizeAllowed, type ProcessedImage } from '#lib/context/ports/images.ts';
import { AppError, unavailable } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { newId } from '#lib/core/ids.ts';
import { imageSizeOf } from '#lib/core/image-size.ts';
import { after } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { MEDIA_REMOVED_MS, MEDIA_STAGED_MS } from '#lib/store/limits.ts';
import { mediaWithBytes } from '#lib/store/queries.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import { type MediaUse, pictureSides } from '#lib/store/values.ts';
import { mediaKey, mediaKeys, newMediaFile } from './media-files.ts';
import { isMediaOf, type MediaOwner } from './media-owner.ts';
import { assertRoom, readQuota, spendMediaQuota } from './media-quota.ts';
import { pictureTypeOf } from './picture-type.ts';

export type GivenPicture = { readonly bytes: Uint8Array; readonly use: MediaUse; readonly owner: MediaOwner };
type MediaRow = Pick<Row<MediaFile>, 'id' | 'data'>;

/**
 * Stores an uploaded picture in all sizes for a day, until a row uses it. Returns the owner's earlier file for the same
 * bytes. Throws NotAnImage, ImageSize, BrokenImage, QuotaExceeded or Busy. A refused picture leaves neither a row nor
 * bytes.
 */
export async function uploadMedia(
  ctx: UserContext,
  given: GivenPicture,
): Promise<{ readonly row: MediaRow; readonly isNew: boolean }> {
  // Outside the event loop, because the largest files take it a while.
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(given.bytes));
  const sha256 = Buffer.from(digest).toString('hex');
  try {
    assertPicture(given.bytes);
    const known = await findAgain(ctx, given.owner, sha256);
    if (known) return { row: known, isNew: false };
    const image = await ctx.images.process(given.bytes, pictureSides);
    return await store(ctx, given, { sha256, image });
  } catch (error) {
    if (error instanceof AppError)
      ctx.log('info', 'media.refused', { userId: ctx.user.id, sha256, reason: error.code ?? error.name });
    throw error;
  }
}

/** Checks type and size by the first bytes alone, before anything is decoded. */
function assertPicture(bytes: Uint8Array): void {
  const type = pictureTypeOf(bytes);
  if (type === null)
    throw new AppError('UnsupportedMediaType', 'Send a picture in JPEG, PNG or WebP', { code: 'NotAnImage' });
  const size = imageSizeOf(type, bytes);
  if (size === null) throw brokenImage('the header states no size');
  if (!isImageSizeAllowed(size)) throw imageSize();
}

/** More owners without a vendor than this may have uploaded the same bytes; the rest store them once more. */
const SAME_READ = 100;

/** Returns the owner's file with these bytes, which now waits another day to be used. */
async function findAgain(ctx: UserContext, owner: MediaOwner, sha256: string): Promise<MediaRow | null> {
  const vendorId = owner.kind === 'vendor' ? owner.vendorId : null;
  const { rows } = await ctx.data.find(mediaWithBytes(vendorId, sha256, SAME_READ));
  const same = rows.find(({ data }) => data.state !== 'deleted' && isMediaOf(owner, data));
  if (!same) return null;
  const expiresAt = after(ctx.now(), MEDIA_STAGED_MS);
  return ctx.data.tx(async (t) => {
    const row = await t.get(MediaFiles, same.id);
    if (!row || row.data.state === 'deleted') return null;
    if (row.data.expiresAt !== null && row.data.expiresAt < expiresAt) t.update(MediaFiles, row.id, { expiresAt });
    return row;
  });
}

type Made = { readonly sha256: string; readonly image: ProcessedImage };

/**
 * Stores the bytes under a row that counts as deleted, so that cleanup removes what a crash leaves behind. A second
 * transaction makes it usable.
 */
async function store(ctx: UserContext, { use, owner }: GivenPicture, { sha256, image }: Made) {
  const data = newMediaFile(
    {
      vendorId: owner.kind === 'vendor' ? owner.vendorId : null,
      ...{ use, uploadedBy: ctx.user.id, sha256, width: image.width, height: image.height },
      sizes: image.sizes.map(({ px, bytes }) => ({ px, bytes: bytes.byteLength })),
    },
    ctx.now(),
  );
  const row: MediaRow = { id: newId('file'), data };
  assertRoom(owner, ((await readQuota(ctx.data, owner))?.data.bytes ?? 0) + data.bytes);

  await ctx.data.create(MediaFiles, row.id, {
    ...data,
    state: 'deleted',
    expiresAt: after(ctx.now(), MEDIA_REMOVED_MS),
  });
  try {
    for (const { px, bytes } of image.sizes) await ctx.files.put(mediaKey(row.id, px), bytes);
    await fault('media.after_files');
    const known = await makeUsable(ctx, owner, row);
    if (known) await discard(ctx, row);
    else ctx.log('info', 'media.uploaded', { userId: ctx.user.id, fileId: row.id, bytes: data.bytes });
    return { row: known ?? row, isNew: !known };
  } catch (error) {
    await discard(ctx, row);
    throw error;
  }
}

/**
 * Counts the new file and makes it usable, or returns a file with the same bytes that another call has just stored. The
 * owner's quota changes with each new file, so an unchanged quota means that there is no such file.
 */
async function makeUsable(ctx: UserContext, owner: MediaOwner, { id, data }: MediaRow): Promise<MediaRow | null> {
  for (;;) {
    const before = await readQuota(ctx.data, owner);
    const known = await findAgain(ctx, owner, data.sha256);
    if (known) return known;
    const isDone = await ctx.data.tx(async (t) => {
      const [quota, row] = await Promise.all([readQuota(t, owner), t.get(MediaFiles, id)]);
      if (quota?.version !== before?.version) return false;
      if (!row) throw unavailable('The picture took too long to store');
      await spendMediaQuota(t, owner, data.bytes);
      t.update(MediaFiles, id, { state: data.state, expiresAt: data.expiresAt });
      return true;
    });
    if (isDone) return null;
  }
}

async function discard(ctx: UserContext, row: MediaRow): Promise<void> {
  await ctx.files.remove(mediaKeys(row));
  await ctx.data.delete(MediaFiles, row.id);
}
