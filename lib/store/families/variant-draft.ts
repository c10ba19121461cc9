import { invalid } from '#lib/core/errors.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { vendorMedia } from '#lib/store/media/media-owner.ts';
import { countedUses, isUsableMedia } from '#lib/store/media/media-uses.ts';
import { newProduct } from '#lib/store/products/product-draft.ts';
import { flawsToStore } from '#lib/store/products/product-fields.ts';
import { resolveImages } from '#lib/store/products/product-pictures.ts';
import type { NewVariants } from '#lib/store/schemas/family.ts';
import type { Product, ProductImage } from '#lib/store/schemas/product.ts';

type Variant = NewVariants['variants'][number];

type Given = {
  readonly familyId: string;
  readonly variant: Variant;
  readonly images: readonly ProductImage[];
  readonly at: string;
  readonly env: Parameters<typeof flawsToStore>[1];
};

/**
 * Returns the row of a variant: a copy of a member with its status. Another price drops what belongs to the old one:
 * prices of other currencies, and an earlier price that is not above it. What cannot be published becomes a draft.
 */
export function variantOf(from: Row<Product>, { familyId, variant, images, at, env }: Given): Product {
  const { priceMinor = from.data.priceMinor, sku, values } = variant;
  const { compareAtMinor, status } = from.data;
  const product = newProduct(
    {
      ...from.data,
      ...{ familyId, optionValues: [...values], priceMinor, sku, images: [...images] },
      // A file belongs to one product, so that a digital variant gets its own before it is published.
      fileIds: [],
      ...(priceMinor !== from.data.priceMinor && { prices: {} }),
      compareAtMinor: compareAtMinor !== null && compareAtMinor > priceMinor ? compareAtMinor : null,
      publishedAt: status === 'published' ? at : null,
      ...{ rating: { sum: 0, count: 0 }, sold30d: 0, version: 1, createdAt: at, updatedAt: at },
    },
    at,
  );
  const canBePublished = Object.keys(flawsToStore(product, env)).length === 0;
  return status !== 'published' || canBePublished ? product : { ...product, status: 'draft', publishedAt: null };
}

/**
 * Reads the pictures of new variants, those of the copied member where none are given, and returns what counts them.
 * Several variants may show one file, so its uses are counted together.
 */
export async function planVariantPictures(
  t: Reader,
  { data: { vendorId, images: own, status } }: Row<Product>,
  variants: readonly Variant[],
  now: Date,
): Promise<{ readonly images: readonly (readonly ProductImage[])[]; write(write: Writer): void }> {
  const owner = vendorMedia(vendorId);
  const resolved = await Promise.all(
    variants.map(async ({ images }) => (images ? resolveImages(t, vendorId, images, own) : { images: own, flaws: {} })),
  );
  const flaws = resolved.flatMap(({ flaws: found }, at) =>
    Object.entries(found).map(([field, flaw]) => [`variants.${at}.${field}`, flaw] as const),
  );
  if (flaws.length > 0) throw invalid('The pictures are not valid', Object.fromEntries(flaws));

  const ids = [...new Set(resolved.flatMap(({ images }) => images.map(({ fileId }) => fileId)))];
  const rows = ids.length === 0 ? [] : await t.getMany(MediaFiles, ids);
  const files = new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  // Moderation may have deleted a picture of the member. Pictures of demo goods have no row.
  const images = resolved.map(({ images: all }) =>
    all.filter(({ fileId }) => !files.has(fileId) || isUsableMedia(files.get(fileId), owner)),
  );
  return {
    images,
    write(write) {
      for (const [fileId, file] of files) {
        const uses = images.filter((all) => all.some((image) => image.fileId === fileId)).length;
        const publicUses = status === 'draft' ? 0 : uses;
        if (uses > 0) write.update(MediaFiles, fileId, countedUses(file, { uses, publicUses }, now));
      }
    },
  };
}
