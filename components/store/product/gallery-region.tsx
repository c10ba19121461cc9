'use client';

import { type ReactNode, useSyncExternalStore } from 'react';

/** From here on the pictures stand in a grid: the same line as in globals.css. */
const GRID = '(width >= 48rem)';

type GalleryRegionProps = { readonly label: string; readonly hasMore: boolean; readonly children: ReactNode };

/** The box round the pictures. Where it scrolls it can be reached by Tab, to be scrolled by keys; in a grid it need not. */
export function GalleryRegion({ label, hasMore, children }: GalleryRegionProps) {
  const isGrid = useSyncExternalStore(
    listen,
    () => matchMedia(GRID).matches,
    () => false,
  );
  return (
    <section aria-label={label} tabIndex={hasMore && !isGrid ? 0 : undefined} className="gallery">
      {children}
    </section>
  );
}

function listen(changed: () => void): () => void {
  const grid = matchMedia(GRID);
  grid.addEventListener('change', changed);
  return () => grid.removeEventListener('change', changed);
}
