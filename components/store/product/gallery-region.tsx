'use client';

import { type ReactNode, useSyncExternalStore } from 'react';

/** From this width on, the pictures form a grid. The same breakpoint as in globals.css. */
const GRID = '(width >= 48rem)';

type GalleryRegionProps = { readonly label: string; readonly hasMore: boolean; readonly children: ReactNode };

/**
 * Shows the box around the pictures. When the box scrolls, it gets the focus by Tab, so that keys can scroll it. In a
 * grid this is not needed.
 */
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
