import type { MediaFile } from '#lib/store/schemas/media.ts';

/** Whose picture a file is: of a vendor, of the site itself, or of a person who writes a review. */
export type MediaOwner =
  | { readonly kind: 'vendor'; readonly vendorId: string }
  | { readonly kind: 'site' }
  | { readonly kind: 'reviewer'; readonly userId: string };

export const vendorMedia = (vendorId: string): MediaOwner => ({ kind: 'vendor', vendorId });
export const reviewerMedia = (userId: string): MediaOwner => ({ kind: 'reviewer', userId });
export const siteMedia: MediaOwner = { kind: 'site' };

/** Returns whether a file belongs to this owner. Everyone else may neither use it nor learn that it exists. */
export function isMediaOf(owner: MediaOwner, { vendorId, use, uploadedBy }: MediaFile): boolean {
  switch (owner.kind) {
    case 'vendor':
      return vendorId === owner.vendorId;
    case 'site':
      return vendorId === null && use === 'logo';
    case 'reviewer':
      return vendorId === null && use === 'review' && uploadedBy === owner.userId;
  }
}
