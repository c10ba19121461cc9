import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { MEDIA_STAGED_MS } from '#lib/store/limits.ts';
import type { MediaFile, UploadedMedia } from '#lib/store/schemas/media.ts';

type MediaRow = Pick<Row<MediaFile>, 'id' | 'data'>;

export const mediaUrl = (id: string): string => `/api/media/${id}`;
export const mediaKey = (id: string, px: number): string => `media/${id}/${px}`;
export const mediaKeys = ({ id, data }: MediaRow): string[] => data.sizes.map(({ px }) => mediaKey(id, px));

type GivenFile = Pick<MediaFile, 'uploadedBy' | 'sha256' | 'width' | 'height' | 'sizes'> & Partial<MediaFile>;

/** Returns the row of an uploaded picture that nothing refers to yet, by default of a product of no vendor. */
export const newMediaFile = (given: GivenFile, now: Date): MediaFile => ({
  vendorId: null,
  use: 'product',
  state: 'staged',
  uses: 0,
  publicUses: 0,
  bytes: given.sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  servedUntil: null,
  expiresAt: after(now, MEDIA_STAGED_MS),
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  ...given,
});

export const uploadedMediaOf = ({ id, data }: MediaRow): UploadedMedia => {
  const { width, height, bytes, sha256 } = data;
  return { id, url: mediaUrl(id), width, height, bytes, sizes: data.sizes.map(({ px }) => px), sha256 };
};

/** Returns one size of a picture for a response: the smallest of at least this side, otherwise the largest. */
export function openMedia({ files }: Pick<Context, 'files'>, { id, data }: MediaRow, side: number) {
  const size = data.sizes.find(({ px }) => px >= side) ?? data.sizes.at(-1);
  if (!size) throw notFound(MediaFiles.label, id);
  return {
    filename: `${id}.webp`,
    type: 'image/webp',
    sizeBytes: size.bytes,
    isShown: true,
    /** A size never changes. */
    tag: `"${id}-${size.px}"`,
    open: async (): Promise<ReadableStream<Uint8Array>> => {
      const file = await files.open(mediaKey(id, size.px));
      // A row remains for a while after its bytes are removed.
      if (file === null) throw notFound(MediaFiles.label, id);
      return file.bytes;
    },
  };
}
