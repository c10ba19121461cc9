import { get } from './api-client.ts';
import { inTime } from './in-time.ts';

const PATIENCE_MS = 8000;

/**
 * Reads the page anew if the server is there; answers whether it is. For a page that does so by itself: a router whose
 * refresh fails leaves the page for an error of the browser, and takes with it what was being typed.
 */
export async function refreshIfThere(router: { readonly refresh: () => void }): Promise<boolean> {
  const isThere = await inTime(get('/api/health/ready'), PATIENCE_MS).then(
    () => true,
    () => false,
  );
  if (isThere) router.refresh();
  return isThere;
}
