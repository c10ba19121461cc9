import { refreshIfThere } from './api/refresh-if-there.ts';

const AGAIN_MS = 5000;

/** Keeps a page true that is told only once that it is not. */
export type PageRefresher = {
  /** Reads the page anew; where the server is away, as soon as it is there again. */
  readonly refresh: () => void;
  /** The page is gone: nothing is read any more. */
  readonly close: () => void;
};

/** Begins to look after a page. What it is asked for while it asks for the server is one refresh with that. */
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
