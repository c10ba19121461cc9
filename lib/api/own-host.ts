import type { Runtime } from '#lib/context/runtime.ts';
import { isLoopback } from '#lib/core/env/server.ts';
import type { HeaderReader } from '#lib/core/request-head.ts';

/**
 * Returns whether a request was sent to the host of this server: that of its origin, or a loopback name. Another site
 * may point its own name at this machine. Its page could then read what is meant for the local user.
 */
export function isOwnHost({ origin }: Pick<Runtime, 'origin'>, headers: HeaderReader): boolean {
  const host = headers.get('host') ?? '';
  const asked = URL.parse(`http://${host}`);
  if (asked === null || asked.username !== '' || asked.pathname !== '/') return false;
  return asked.hostname === new URL(origin).hostname || isLoopback(asked.hostname);
}
