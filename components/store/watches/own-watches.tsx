'use client';

import type { Route } from 'next';
import { useState } from 'react';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { useKeptFocus } from '#components/store/wishlist/use-kept-focus.ts';
import { useProductsOf } from '#components/store/wishlist/use-products-of.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { StockWatchState } from '#lib/store/schemas/shoppers/stock-watch.ts';
import { remove } from '#lib/web/api/api-client.ts';
import { useWatches } from './use-watches.ts';
import { watchProblem } from './watch-problem.ts';

type OwnWatchesProps = {
  readonly currency: string;
  readonly locale: Locale;
  readonly catalog: Route;
  readonly texts: Texts<'stockWatch'>;
};

/** Shows the sold-out products that the user waits for, each with a way to stop. Nothing while there are none. */
export function OwnWatches({ currency, locale, catalog, texts }: OwnWatchesProps) {
  const { ids } = useWatches(true);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const shown = (ids ?? []).filter((id) => !ended.includes(id));
  const { find, isFailed, retry } = useProductsOf(ids ?? [], currency);
  const focus = useKeptFocus(shown);
  const { isBusy, problem, act } = useAction((error) => watchProblem(error, texts));

  if (shown.length === 0 && ended.length === 0) return null;
  const stop = (id: string) =>
    act(async () => {
      await remove<StockWatchState>(`/api/account/stock-watches/${id}`);
      setEnded((before) => [...before, id]);
    });
  return (
    <section
      ref={focus.around}
      tabIndex={-1}
      aria-labelledby="own-watches"
      className="mt-8 flex max-w-4xl flex-col gap-4 outline-none"
    >
      <div className="flex flex-col gap-1">
        <h2 id="own-watches" className="text-2xl">
          {texts.title}
        </h2>
        <p role="status" className="text-muted">
          {shown.length === 0 ? texts.none : texts.text}
        </p>
      </div>
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      {isFailed && (
        <Alert
          kind="danger"
          role="alert"
          title={texts.away}
          action={
            <Button size="small" look="secondary" onClick={retry}>
              {texts.retry}
            </Button>
          }
        />
      )}
      <ul ref={focus.list} className="border-t border-line empty:hidden">
        {shown.map((id) => {
          const product = find(id);
          const title = product?.title ?? (product === null ? texts.gone : '…');
          return (
            <li
              key={id}
              className="flex items-center gap-4 border-b border-line py-3"
              onFocus={() => focus.hold(id)}
              onBlur={() => focus.hold(null)}
            >
              <ProductPicture image={product?.image ?? null} alt="" sizes="4rem" className="w-16 shrink-0" />
              <p className="min-w-0 grow">
                {product ? (
                  <Link
                    href={`${catalog}/${id}/${product.slug}` as Route}
                    className="underline-offset-4 hover:underline"
                  >
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </p>
              <Button
                look="secondary"
                size="small"
                busy={isBusy}
                aria-label={fill(texts.stopOf, { title }, locale)}
                onClick={() => stop(id)}
              >
                {texts.stop}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
