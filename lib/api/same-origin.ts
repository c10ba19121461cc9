import type { Env } from '#lib/core/env/env.ts';
import { forbidden } from '#lib/core/errors.ts';
import type { RequestHead } from '#lib/core/request-head.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];

type SameOriginSettings = Pick<Env, 'APP_ORIGIN' | 'CSRF_REQUIRE_HEADERS'>;

/**
 * Rejects a writing request that another site made a browser send. `same-site` is not trusted: it includes another
 * port of the same host. A caller that sends neither header is no browser, so it holds no cookie it did not bring
 * itself.
 */
export function assertSameOrigin(env: SameOriginSettings, request: RequestHead): void {
  if (readingMethods.includes(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const passes = site !== null ? site === 'same-origin' : isOwnOrigin(env, origin, request.headers.get('host'));
  if (!passes) throw forbidden('This request came from another site', { code: 'CrossSite' });
}

/**
 * Rejects a live connection that another site made a browser open. Browsers do not apply the same-origin rule to
 * sockets and streams, and both read data. A socket sends its origin. A stream of our own page is `same-origin`, a
 * typed address `none`.
 */
export function assertOwnListener(env: SameOriginSettings, { headers }: Pick<RequestHead, 'headers'>): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnSite = site === null || site === 'same-origin' || (site === 'none' && origin === null);
  const needsOrigin = site === null || origin !== null;
  if (isOwnSite && (!needsOrigin || isOwnOrigin(env, origin, headers.get('host')))) return;
  throw forbidden('This request came from another site', { code: 'CrossSite' });
}

function isOwnOrigin(env: SameOriginSettings, origin: string | null, host: string | null): boolean {
  if (origin === null) return !env.CSRF_REQUIRE_HEADERS;
  if (env.APP_ORIGIN !== undefined) return origin === env.APP_ORIGIN;
  // Development and demo: this machine only, and only the host the request itself was sent to.
  if (host === null || !URL.canParse(origin)) return false;
  const { host: originHost, hostname } = new URL(origin);
  return originHost === host && loopbackHosts.includes(hostname);
}
