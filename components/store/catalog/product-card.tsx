'use client';

import type { Route } from 'next';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { HeartButton } from '#components/store/wishlist/heart-button.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { Price } from '#components/ui/price.tsx';
import { LOW_STOCK } from '#lib/store/limits.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';

export type CardTexts = {
  readonly price: string;
  /** How many variants the card stands for. Null for a single product. */
  readonly variants: string | null;
  readonly was: string | null;
  readonly now: string;
  readonly before: string;
  readonly soldOut: string;
  readonly onlyLeft: string;
  readonly rating: { readonly score: string; readonly words: string } | null;
  /** The name of the button that puts the product on the wishlist. */
  readonly heart: string;
};

type ProductCardProps = {
  readonly product: Pick<ListedProduct, 'id' | 'title' | 'image' | 'inStock' | 'available'> & {
    readonly vendor: Pick<ListedProduct['vendor'], 'name'>;
  };
  readonly href: Route;
  /** The page of the seller. Null where the reader is there already. */
  readonly sellerHref: Route | null;
  readonly texts: CardTexts;
  readonly sizes: string;
  readonly isFirst?: boolean;
  /** A title below a section heading is one level lower than in a list that fills the page. */
  readonly heading?: 'h2' | 'h3';
};

/**
 * Shows one product of a list. The whole card is a link whose name is only the title; the seller is a link above it. It
 * is a client component, because a list then sends the facts of a card twice and not its elements: HTML, and a third of
 * the data beside it.
 */
export function ProductCard({
  product,
  href,
  sellerHref,
  texts,
  sizes,
  isFirst = false,
  heading: Heading = 'h3',
}: ProductCardProps) {
  const { title, image, vendor, inStock, available } = product;
  const shown = inStock ? available : 0;

  return (
    <article className="group relative flex w-full flex-col gap-3">
      <ProductPicture image={image} alt="" sizes={sizes} isFirst={isFirst} isFaded={!inStock} />
      <div className="flex grow flex-col gap-1">
        <Heading className="text-base leading-snug font-medium tracking-normal">
          <Link
            href={href}
            // A target of 24 pixels for those who miss the card around it.
            className="py-[3px] underline-offset-4 after:absolute after:inset-0 after:rounded-md group-hover:underline"
          >
            {title}
          </Link>
        </Heading>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {sellerHref === null ? (
            <span>{vendor.name}</span>
          ) : (
            <Link href={sellerHref} className="relative z-1 -my-1 py-1 underline-offset-4 hover:underline">
              {vendor.name}
            </Link>
          )}
          {texts.variants !== null && <span>{texts.variants}</span>}
          {texts.rating && (
            <span className="tabular-nums">
              <span aria-hidden>★ {texts.rating.score}</span>
              <span className="sr-only">{texts.rating.words}</span>
            </span>
          )}
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <Price
            amount={texts.price}
            was={texts.was === null ? null : { amount: texts.was, label: texts.before }}
            nowLabel={texts.now}
          />
          <Availability available={shown} texts={texts} />
        </p>
      </div>
      <HeartButton productId={product.id} label={texts.heart} />
    </article>
  );
}

type AvailabilityProps = {
  readonly available: number;
  readonly texts: { readonly soldOut: string; readonly onlyLeft: string };
};

/** Shows "sold out" or a low stock, and nothing when there is plenty. */
function Availability({ available, texts }: AvailabilityProps) {
  if (available <= 0) return <Badge>{texts.soldOut}</Badge>;
  if (available <= LOW_STOCK) return <span className="text-sm font-medium text-accent">{texts.onlyLeft}</span>;
  return null;
}
