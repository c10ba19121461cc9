import { refreshIfThere } from './api/refresh-if-there.ts';

const AGAIN_MS = 5000;

/** Keeps a page up to date after a single hint that it changed. */
export type PageRefresher = {
  /** Refreshes the page. If the server is unavailable, it refreshes as soon as the server is back. */
  readonly refresh: () => void;
  /** The page is closed: no more refreshes. */
  readonly close: () => void;
};

/** Starts a refresher for a page. Requests during a check of the server share one refresh. */
export function openPageRefresher(router: { readonly refresh: () => void }): PageRefresher {
  let isAsking = false;
  let isClosed = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    if (isAsking || isClosed) return;
    isAsking = true;
    clearTimeout(again);
    const isThere = await refreshIfThere({ refresh: () => isClosed || router.refresh() });
    isAsking = false;
    if (!isThere && !isClosed) again = setTimeout(() => void refresh(), AGAIN_MS);
  }

  return {
    refresh: () => void refresh(),
    close() {
      isClosed = true;
      clearTimeout(again);
    },
  };
}
