import { after } from '#lib/core/time.ts';
import { MEDIA_STAGED_MS } from '#lib/store/limits.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';

export const mediaUrl = (id: string): string => `/api/media/${id}`;

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
