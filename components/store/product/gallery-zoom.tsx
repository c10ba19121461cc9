import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { Picture } from '#components/ui/picture.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ProductImage } from '#lib/store/schemas/product.ts';

type GalleryZoomProps = {
  readonly label: string;
  readonly texts: Texts<'gallery'>;
  readonly locale: Locale;
  readonly images: readonly Pick<ProductImage, 'url' | 'alt' | 'width' | 'height'>[];
  /** The picture to begin with. */
  readonly first: number;
  readonly onClose: () => void;
};

/**
 * Shows one picture as large as the window allows, and twice as large on request. Arrow keys lead to the others. The
 * dialog is open while it is mounted.
 */
export function GalleryZoom({ label, texts, locale, images, first, onClose }: GalleryZoomProps) {
  const [place, setPlace] = useState(first);
  const [isLarge, setLarge] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const count = images.length;
  const image = images[place];

  // The large picture begins with its middle.
  useEffect(() => {
    if (!box.current || !isLarge) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box.current;
    box.current.scrollTo({ left: (scrollWidth - clientWidth) / 2, top: (scrollHeight - clientHeight) / 2 });
  }, [isLarge]);

  const move = (step: number) => setPlace((place + step + count) % count);
  const pressed = (event: KeyboardEvent) => {
    // In the large picture the arrows scroll.
    if (isLarge || count === 1) return;
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === 'ArrowRight') move(1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys from anywhere in the dialog, its title included.
    <div onKeyDown={pressed}>
      <OpenDialog title={label} closeLabel={texts.close} place="full" onClose={onClose}>
        <div className="flex min-h-0 grow flex-col">
          {/* A box that scrolls must be reached by the keyboard. */}
          <div ref={box} tabIndex={isLarge ? 0 : undefined} className="min-h-0 grow overflow-auto bg-sunken">
            {image && (
              <div className={isLarge ? 'size-[200%]' : 'size-full'}>
                <Picture
                  key={image.url}
                  src={image.url}
                  alt={image.alt}
                  width={image.width}
                  height={image.height}
                  sizes={isLarge ? '200vw' : '100vw'}
                  className="object-contain"
                />
              </div>
            )}
          </div>
          <div className="flex items-center justify-center gap-2 border-t border-line p-2">
            {count > 1 && (
              <Tool label={texts.previous} onPress={() => move(-1)}>
                <ChevronLeft aria-hidden className="size-6" />
              </Tool>
            )}
            <Tool label={isLarge ? texts.smaller : texts.larger} onPress={() => setLarge((before) => !before)}>
              {isLarge ? <ZoomOut aria-hidden className="size-6" /> : <ZoomIn aria-hidden className="size-6" />}
            </Tool>
            {count > 1 && (
              <Tool label={texts.next} onPress={() => move(1)}>
                <ChevronRight aria-hidden className="size-6" />
              </Tool>
            )}
            <p role="status" className="absolute start-5 text-sm text-muted tabular-nums">
              {count > 1 && fill(texts.place, { place: place + 1, count }, locale)}
            </p>
          </div>
        </div>
      </OpenDialog>
    </div>
  );
}

type ToolProps = { readonly label: string; readonly onPress: () => void; readonly children: ReactNode };

const Tool = ({ label, onPress, children }: ToolProps) => (
  <button
    type="button"
    onClick={onPress}
    aria-label={label}
    className="flex size-11 items-center justify-center rounded-md hover:bg-sunken"
  >
    {children}
  </button>
);
