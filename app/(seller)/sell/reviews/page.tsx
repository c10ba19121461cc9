import { MessageSquareText } from 'lucide-react';
import type { Metadata } from 'next';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { ReviewList } from '#components/vendor/reviews/review-list.tsx';
import { SellerRefresh } from '#components/vendor/shell/seller-refresh.tsx';
import { listVendorReviews } from '#lib/store/reviews/own-reviews.ts';
import { starCounts } from '#lib/store/reviews/values.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

const PATH = '/sell/reviews';
const LIMIT = 20;
const choices = [undefined, '5', '4', '3', '2', '1'] as const;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('reviews');
  return { title: t('title') };
}

export default async function ReviewsPage({ searchParams }: PageProps<'/sell/reviews'>) {
  const { ctx, vendor } = await sellerPage();
  const asked = await searchParams;
  const cursor = textOf(asked.cursor);
  const rating = starCounts.find((stars) => String(stars) === textOf(asked.rating));
  const [{ t, go }, { reviews, nextCursor }] = await Promise.all([
    sellerTexts('reviews'),
    pageOrFirst(cursor, (place) => listVendorReviews(ctx, vendor.id, { rating, limit: LIMIT, cursor: place })),
  ]);
  const chosen = choices.find((choice) => choice === String(rating));
  const hrefOf = (query: Readonly<Record<string, string | undefined>>) => queryHref(go(PATH), query);
  const isFiltered = rating !== undefined || cursor !== undefined;

  return (
    <main id="content" className="flex flex-col gap-6">
      <SellerRefresh />
      <h1 className="text-2xl">{t('title')}</h1>
      <nav aria-label={t('filter')}>
        <ChoiceLinks
          choices={choices}
          chosen={chosen}
          hrefOf={(choice) => hrefOf({ rating: choice })}
          textOf={(choice) => (choice === undefined ? t('all') : t('stars', { stars: Number(choice) }))}
        />
      </nav>
      {reviews.length > 0 ? (
        <ReviewList reviews={reviews} mayReply={vendor.data.status === 'approved'} />
      ) : (
        <EmptyState title={t(isFiltered ? 'noneTitle' : 'emptyTitle')} icon={<MessageSquareText aria-hidden />}>
          {t(isFiltered ? 'noneText' : 'emptyText')}
        </EmptyState>
      )}
      <Pagination
        label={t('pages')}
        first={cursor === undefined ? null : { href: hrefOf({ rating: chosen }), label: t('first') }}
        next={nextCursor === null ? null : { href: hrefOf({ rating: chosen, cursor: nextCursor }), label: t('next') }}
      />
    </main>
  );
}
