import type { Texts } from '#lib/i18n/texts.ts';
import { MAX_REVIEW_PICTURES, MAX_REVIEW_TEXT, MAX_REVIEW_TITLE } from '#lib/store/reviews/limits.ts';
import type { OwnReviewView } from '#lib/store/schemas/review.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

/** A review that is being written. A rating of 0 is not chosen yet. */
export type ReviewDraft = {
  readonly rating: number;
  readonly title: string;
  readonly content: string;
  readonly images: readonly { readonly fileId: string; readonly url: string }[];
};

const nameOf = (productId: string): string => `platform_review_${productId}`;

/** Returns the draft that this browser keeps of a review. Null without one, or when it is not readable. */
export function readDraft(storage: CartStorage, productId: string): ReviewDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(nameOf(productId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { rating, title, content, images } = kept as Partial<Record<keyof ReviewDraft, unknown>>; // each is checked
    if (typeof title !== 'string' || typeof content !== 'string') return null;
    return {
      rating: typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : 0,
      title: title.slice(0, MAX_REVIEW_TITLE),
      content: content.slice(0, MAX_REVIEW_TEXT),
      images: Array.isArray(images) ? images.filter(isPicture).slice(0, MAX_REVIEW_PICTURES) : [],
    };
  } catch {
    return null;
  }
}

const isPicture = (value: unknown): value is ReviewDraft['images'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'fileId' in value &&
  'url' in value &&
  typeof value.fileId === 'string' &&
  typeof value.url === 'string' &&
  value.url.startsWith('/api/media/');

/** Keeps a draft over a reload. Null forgets it. */
export function storeDraft(storage: CartStorage, productId: string, draft: ReviewDraft | null): void {
  if (draft === null) storage.removeItem(nameOf(productId));
  else storage.setItem(nameOf(productId), JSON.stringify(draft));
}

/** Returns the draft with which the form begins: the kept one, or the review as it is. */
export const firstDraft = (kept: ReviewDraft | null, mine: OwnReviewView | null): ReviewDraft =>
  kept ?? {
    rating: mine?.rating ?? 0,
    title: mine?.title ?? '',
    content: mine?.content ?? '',
    images: mine?.images.map(({ fileId, url }) => ({ fileId, url })) ?? [],
  };

export type DraftProblem = keyof Pick<Texts<'reviews'>, 'needRating' | 'needText'>;

/** Returns what a draft lacks, by field. */
export const problemsOf = ({ rating, content }: ReviewDraft): Partial<Record<'rating' | 'content', DraftProblem>> => ({
  ...(rating === 0 && { rating: 'needRating' as const }),
  ...(content.trim() === '' && { content: 'needText' as const }),
});

/** Returns the body of the call that publishes a draft. */
export const bodyOf = ({ rating, title, content, images }: ReviewDraft) => ({
  rating,
  content,
  ...(title.trim() !== '' && { title }),
  images: images.map(({ fileId }) => fileId),
});
