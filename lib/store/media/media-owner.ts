import type { MediaFile } from '#lib/store/schemas/media.ts';

/** Whose picture a file is: of a vendor, of the site itself, or of a person who writes a review. */
export type MediaOwner =
  | { readonly kind: 'vendor'; readonly vendorId: string }
  | { readonly kind: 'site' }
  | { readonly kind: 'reviewer'; readonly userId: string };

export const vendorMedia = (vendorId: string) => ({ kind: 'vendor', vendorId }) as const satisfies MediaOwner;
export const reviewerMedia = (userId: string): MediaOwner => ({ kind: 'reviewer', userId });
export const siteMedia: MediaOwner = { kind: 'site' };

export function mediaOwnerOf({ vendorId, use, uploadedBy }: MediaFile): MediaOwner {
  if (vendorId !== null) return vendorMedia(vendorId);
  return use === 'review' ? reviewerMedia(uploadedBy) : siteMedia;
}

/** Returns whether a file belongs to this owner. No row of another owner may refer to it. */
export function isMediaOf(owner: MediaOwner, file: MediaFile): boolean {
  const actual = mediaOwnerOf(file);
  switch (owner.kind) {
    case 'vendor':
      return actual.kind === 'vendor' && actual.vendorId === owner.vendorId;
    case 'reviewer':
      return actual.kind === 'reviewer' && actual.userId === owner.userId;
    case 'site':
      return actual.kind === 'site';
  }
}
