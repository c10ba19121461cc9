import type { Reader, Row } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { ProductFamilies } from '#lib/store/collections.ts';
import { shownOptions } from '#lib/store/families/option-texts.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { OwnReviewView, Review, ReviewView } from '#lib/store/schemas/review.ts';
import names from './author-names.json' with { type: 'json' };
import { isUndecided } from './review-rules.ts';

type ReviewRow = Pick<Row<Review>, 'id' | 'data'>;

/** Returns a review as everyone reads it, with the options of its variant in the reader's language. */
export function reviewViewOf({ id, data }: ReviewRow, family: Family | null, locale: Locale): ReviewView {
  const { productId, rating, title, content, images, verifiedPurchase, helpful, createdAt, editedAt, reply } = data;
  const member = family?.members.find((known) => known.productId === productId);
  return {
    ...{ id, productId, rating, title, content, images, verifiedPurchase, helpful, createdAt, editedAt },
    options: family && member ? shownOptions(family, member.values, locale) : [],
    author: { name: data.authorName === null ? names[locale].deleted : data.authorName || names[locale].unnamed },
    reply: reply && { text: reply.text, at: reply.at },
  };
}

/** Returns the same for its author. Null for a removed review. One that reports have hidden waits, as its author sees it. */
export function ownReviewOf(row: ReviewRow, family: Family | null, locale: Locale): OwnReviewView | null {
  const { status } = row.data;
  if (status === 'removed') return null;
  return { ...reviewViewOf(row, family, locale), status: isUndecided(row.data) ? 'pending' : status };
}

/** Returns the family whose options the reviews of a group show. Null for a single product. */
export const familyOfGroup = async (
  { data }: { readonly data: Pick<Reader, 'get'> },
  familyId: string | null,
): Promise<Family | null> => (familyId === null ? null : ((await data.get(ProductFamilies, familyId))?.data ?? null));
