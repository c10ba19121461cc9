import type { Asked } from '#lib/core/asked.ts';
import type { Env } from '#lib/core/env/env.ts';
import { forbidden } from '#lib/core/errors.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];

type SameOriginSettings = Pick<Env, 'APP_ORIGIN' | 'CSRF_REQUIRE_HEADERS'>;

/**
 * Refuses a writing request that another site made a browser send. `same-site` is not trusted: another port of the same
 * host is one. A caller that sends neither header is no browser, so it holds no cookie it did not bring itself.
 */
export function assertSameOrigin(env: SameOriginSettings, request: Asked): void {
  if (readingMethods.includes(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const passes = site !== null ? site === 'same-origin' : isOwnOrigin(env, origin, request.headers.get('host'));
  if (!passes) throw forbidden('This request came from another site', { code: 'CrossSite' });
}

/**
 * Refuses a live connection that another site made a browser open: browsers hold neither sockets nor streams to the rule
 * of one origin, and these read. A socket names its origin; an own page's stream is `same-origin`, a typed address `none`.
 */
export function assertOwnListener(env: SameOriginSettings, { headers }: Pick<Asked, 'headers'>): void {
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
