import { conflict } from '#lib/core/errors.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { mediaUrl } from '#lib/store/media/media-files.ts';
import { vendorMedia } from '#lib/store/media/media-owner.ts';
import {
  isUsableMedia,
  type MediaReference,
  noMedia,
  planManyMediaUses,
  planMediaUses,
  UNUSABLE,
} from '#lib/store/media/media-uses.ts';
import type { Product, ProductImage } from '#lib/store/schemas/product.ts';
import type { GivenImages } from '#lib/store/schemas/product-input.ts';

export type Pictures = { readonly images: ProductImage[]; readonly flaws: Readonly<Record<string, string>> };

/** Orders and old links still show the pictures of what is hidden or archived. */
const shownStatuses: readonly Product['status'][] = ['published', 'hidden', 'archived'];

const referenceOf = ({ images, status }: Pick<Product, 'images' | 'status'>): MediaReference => ({
  fileIds: images.map(({ fileId }) => fileId),
  isPublic: shownStatuses.includes(status),
});

const fieldAt = (at: number): string => `images.${at}.fileId`;

/**
 * Resolves the files that an input names to images. A product keeps the pictures that it has; a new one must be an
 * upload of its vendor.
 */
export async function resolveImages(
  reader: Reader,
  vendorId: string,
  given: GivenImages,
  known: readonly ProductImage[],
): Promise<Pictures> {
  const byFile = new Map(known.map((image) => [image.fileId, image]));
  const newIds = given.map(({ fileId }) => fileId).filter((fileId) => !byFile.has(fileId));
  const rows = newIds.length === 0 ? [] : await reader.getMany(MediaFiles, newIds);
  const owner = vendorMedia(vendorId);
  for (const row of rows) {
    if (!row || !isUsableMedia(row.data, owner)) continue;
    const { width, height } = row.data;
    byFile.set(row.id, { fileId: row.id, url: mediaUrl(row.id), alt: '', width, height });
  }
  const images = given.flatMap(({ fileId, alt }) => {
    const image = byFile.get(fileId);
    return image ? [{ ...image, alt }] : [];
  });
  const wrong = given.flatMap(({ fileId }, at) => (byFile.has(fileId) ? [] : [[fieldAt(at), UNUSABLE] as const]));
  return { images, flaws: Object.fromEntries(wrong) };
}

/** A product of one vendor before and after a change. Null where it does not exist. */
type ProductChange = {
  readonly vendorId: string;
  readonly before: Pick<Product, 'images' | 'status'> | null;
  readonly after: Pick<Product, 'images' | 'status'> | null;
};

/**
 * Reads the pictures of a changed product and returns what counts them, within the transaction that changes the
 * product. Throws 400 for a new picture that was removed meanwhile. A change of neither pictures nor their visibility
 * reads nothing.
 */
export async function planPictures(t: Reader, change: ProductChange, now: Date): Promise<(write: Writer) => void> {
  const before = change.before ? referenceOf(change.before) : noMedia;
  const after = change.after ? referenceOf(change.after) : noMedia;
  if (isSameReference(before, after)) return () => undefined;
  const fieldOf = (fileId: string) => fieldAt(after.fileIds.indexOf(fileId));
  const planned = await planMediaUses(t, { owner: vendorMedia(change.vendorId), before, after, fieldOf }, now);
  return (write) => planned.write(write);
}

/**
 * Plans the pictures of several products of one vendor that change together, as `planPictures` does for one. Throws
 * TooManyPictures where more than `most` files are to be counted.
 */
export async function planPicturesOfMany(
  t: Reader,
  vendorId: string,
  changes: readonly Required<Omit<ProductChange, 'vendorId'>>[],
  most: number,
  now: Date,
): Promise<(write: Writer) => void> {
  const changed = changes
    .map(({ before, after }) => ({
      before: before ? referenceOf(before) : noMedia,
      after: after ? referenceOf(after) : noMedia,
    }))
    .filter(({ before, after }) => !isSameReference(before, after));
  const files = new Set(changed.flatMap(({ before, after }) => [...before.fileIds, ...after.fileIds]));
  if (files.size > most)
    throw conflict('These variants have too many pictures to change them together', { code: 'TooManyPictures' });
  if (files.size === 0) return () => undefined;
  const rows = changed.map(({ before, after }) => ({
    ...{ before, after },
    fieldOf: (fileId: string) => fieldAt(after.fileIds.indexOf(fileId)),
  }));
  const planned = await planManyMediaUses(t, vendorMedia(vendorId), rows, now);
  return (write) => planned.write(write);
}

const isSameReference = (before: MediaReference, after: MediaReference): boolean =>
  before.isPublic === after.isPublic &&
  before.fileIds.length === after.fileIds.length &&
  before.fileIds.every((fileId) => after.fileIds.includes(fileId));

/** Counts the pictures of a changed product. Must come after the reads of the transaction and before its writes. */
export async function changePictures(t: Tx, change: ProductChange, now: Date): Promise<void> {
  const count = await planPictures(t, change, now);
  count(t);
}
