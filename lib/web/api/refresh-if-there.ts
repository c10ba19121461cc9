import { get } from './api-client.ts';
import { inTime } from './in-time.ts';

const PATIENCE_MS = 8000;

/**
 * Refreshes the page if the server is available. Returns whether it is. For automatic refreshes: a router whose
 * refresh fails replaces the page with a browser error, and typed text is lost.
 */
export async function refreshIfThere(router: { readonly refresh: () => void }): Promise<boolean> {
  const isThere = await inTime(get('/api/health/ready'), PATIENCE_MS).then(
    () => true,
    () => false,
  );
  if (isThere) router.refresh();
  return isThere;
}
