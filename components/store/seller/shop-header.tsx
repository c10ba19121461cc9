import { AskTheSeller } from '#components/messages/ask/ask-the-seller.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { regionName } from '#lib/i18n/region-name.ts';
import { scoreText } from '#lib/i18n/score-text.ts';
import type { ReviewSummary } from '#lib/store/schemas/review.ts';
import type { Seller } from '#lib/store/vendors/sellers.ts';
import type { Shop } from '#lib/store/vendors/shops.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { AskHouse } from './ask-house.tsx';

type ShopHeaderProps = {
  readonly shop: Pick<Shop, 'vendor' | 'logoUrl' | 'country' | 'approvedAt' | 'about'>;
  /** The person who replies, unless it is the reader. */
  readonly seller: Seller | null;
  /** Where the shop itself is asked by mail. Null for every other seller. */
  readonly house: { readonly email: string; readonly url: string } | null;
  readonly isSignedIn: boolean;
  /** The reviews of all its products. */
  readonly rating: Pick<ReviewSummary, 'average' | 'count'>;
};

/** Shows who a seller is: name, country, since when, how its products are rated, and a way to ask. */
export async function ShopHeader({ shop, seller, house, isSignedIn, rating }: ShopHeaderProps) {
  const [{ t, locale }, { t: card }] = await Promise.all([pageTexts('seller'), pageTexts('card')]);
  const { vendor, logoUrl, country, approvedAt, about } = shop;
  return (
    <header className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        {logoUrl && <Logo url={logoUrl} size="large" />}
        <div className="flex min-w-0 grow flex-col gap-1">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{vendor.name}</h1>
          <p className="flex flex-wrap gap-x-3 text-muted">
            <span>{regionName(country, locale)}</span>
            {approvedAt !== null && <span>{t('since', { year: approvedAt.slice(0, 4) })}</span>}
            {rating.average !== null && (
              <span className="tabular-nums">
                <span aria-hidden>★ </span>
                {card('rating', { average: scoreText(rating.average, locale), count: rating.count })}
              </span>
            )}
          </p>
        </div>
        {seller && <AskTheSeller seller={seller} isSignedIn={isSignedIn} />}
        {house && <AskHouse {...house} about={vendor.name} />}
      </div>
      {about !== '' && (
        <section aria-label={t('about')}>
          <p className="max-w-prose leading-7 whitespace-pre-line text-pretty wrap-anywhere">{about}</p>
        </section>
      )}
    </header>
  );
}
