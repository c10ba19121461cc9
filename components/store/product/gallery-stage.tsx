'use client';

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ProductImage } from '#lib/store/schemas/product.ts';

const GalleryZoom = lazy(() => import('./gallery-zoom.tsx').then((module) => ({ default: module.GalleryZoom })));

type GalleryStageProps = {
  readonly label: string;
  readonly texts: Texts<'gallery'>;
  readonly locale: Locale;
  readonly images: readonly Pick<ProductImage, 'url' | 'alt' | 'width' | 'height'>[];
  readonly slides: readonly ReactNode[];
  readonly thumbnails: readonly ReactNode[];
};

/** Shows the strip of pictures, the small ones below it, and opens the dialog with a large one. */
export function GalleryStage({ label, texts, locale, images, slides, thumbnails }: GalleryStageProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  /** The picture that is shown large. Null while the dialog is closed; it is loaded on request. */
  const [zoomed, setZoomed] = useState<number | null>(null);
  const count = images.length;

  /** Moves the strip to a picture. The page itself does not scroll. */
  const show = (place: number) => {
    const slide = strip.current?.children[place];
    if (slide instanceof HTMLElement) strip.current?.scrollTo({ left: slide.offsetLeft });
  };
  const scrolled = () => {
    if (!strip.current) return;
    const { scrollLeft, scrollWidth } = strip.current;
    setCurrent(Math.min(count - 1, Math.round((scrollLeft / scrollWidth) * count)));
  };

  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-3">
      <div ref={strip} onScroll={scrolled} className="gallery rounded-md">
        {slides.map((slide, place) => (
          <div key={images[place]?.url} className="relative aspect-square w-full shrink-0 snap-center bg-sunken">
            {slide}
            <button
              type="button"
              // Of several pictures, Tab reaches the one in view.
              tabIndex={place === current ? 0 : -1}
              onClick={() => setZoomed(place)}
              aria-label={count === 1 ? texts.enlarge : fill(texts.enlargeOne, { place: place + 1, count }, locale)}
              className="needs-script absolute inset-0 cursor-zoom-in -outline-offset-4"
            />
          </div>
        ))}
      </div>
      {count > 1 && (
        <ul className="needs-script flex flex-wrap gap-2">
          {thumbnails.map((thumbnail, place) => (
            <li key={images[place]?.url}>
              <button
                type="button"
                onClick={() => show(place)}
                aria-label={fill(texts.showOne, { place: place + 1, count }, locale)}
                aria-current={place === current}
                className={classNames(
                  'block size-14 overflow-hidden rounded-md border-2 bg-sunken sm:size-18',
                  place === current ? 'border-text' : 'border-transparent hover:border-line',
                )}
              >
                {thumbnail}
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed !== null && (
        <Suspense>
          <GalleryZoom
            label={label}
            texts={texts}
            locale={locale}
            images={images}
            first={zoomed}
            onClose={() => setZoomed(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
