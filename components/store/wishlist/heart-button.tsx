'use client';

import { Heart } from 'lucide-react';
import { classNames } from '#components/ui/class-names.ts';
import { useWishlist } from './wishlist-provider.tsx';

type HeartButtonProps = {
  readonly productId: string;
  readonly label: string;
  /** On a card the heart stands on the picture; on a page it has a word beside it. */
  readonly text?: string;
};

/** Shows whether a product is on the wishlist, and puts it there or takes it off. */
export function HeartButton({ productId, label, text }: HeartButtonProps) {
  const { list, store } = useWishlist();
  return (
    <button
      type="button"
      aria-pressed={list.ids.includes(productId)}
      aria-label={label}
      onClick={() => void store.toggle(productId)}
      className={classNames(
        'needs-script group/heart inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md',
        text === undefined
          ? 'absolute end-1 top-1 z-1'
          : 'px-5 py-2 font-medium underline-offset-4 hover:bg-sunken hover:underline',
      )}
    >
      <span
        className={classNames(
          text === undefined &&
            'flex size-9 items-center justify-center rounded-full bg-surface/85 group-hover/heart:bg-surface',
        )}
      >
        <Heart
          aria-hidden
          className="size-5 group-aria-pressed/heart:fill-danger group-aria-pressed/heart:text-danger"
        />
      </span>
      {text}
    </button>
  );
}
