import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { type MediaUse, mediaFileStates, mediaUses, pictureSides } from '#lib/store/values.ts';

const side = z.int().min(1);

/**
 * A picture of a product, a logo or a review. Its id is `fil_…`, and its bytes are stored in several sizes under
 * `media/{id}/{px}`.
 */
export const mediaFile = z.object({
  /** Null for the logo of the site and for pictures of reviews. */
  vendorId: idText.nullable(),
  uploadedBy: idText,
  use: z.enum(mediaUses),
  state: z.enum(mediaFileStates),
  /** The number of rows that refer to the file, and the number of those that everyone may see. */
  uses: z.int().nonnegative(),
  publicUses: z.int().nonnegative(),
  /** The digest of the bytes as uploaded. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: side,
  height: side,
  /** The stored sizes, by their longest side, the smallest first. */
  sizes: z
    .array(z.object({ px: z.int().min(1), bytes: z.int().min(1) }))
    .min(1)
    .max(pictureSides.length),
  /** The bytes of all sizes. */
  bytes: z.int().min(1),
  /** Until when a file without uses is served to everyone, because orders show it. */
  servedUntil: isoTime.nullable(),
  /** When the cleanup job removes the file. Null while it is in use. */
  expiresAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type MediaFile = z.infer<typeof mediaFile>;

/** The total bytes of a vendor's files. The id is the id of the vendor, or `site`. */
export const mediaUse = z.object({ bytes: z.int().nonnegative() });

export type MediaRequest = { readonly use: MediaUse; readonly vendorId?: string | undefined };

/** A picture as the upload response shows it. */
export const uploadedMedia = z
  .object({
    id: idText,
    url: z.string(),
    width: side,
    height: side,
    bytes: z.int().min(1),
    sizes: z.array(z.int().min(1)),
    sha256: z.string(),
  })
  .meta({ id: 'UploadedPicture' });
export type UploadedMedia = z.infer<typeof uploadedMedia>;
export const mediaAnswer = z.object({ file: uploadedMedia });
export const mediaRemoved = z.object({ deleted: z.literal(true), id: idText });
