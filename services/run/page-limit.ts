import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders, securityHeaders } from '#lib/api/headers/security-headers.ts';
import { localeOf } from '#lib/api/locale.ts';
import { openContext } from '#lib/api/open-context.ts';
import { headersOf } from '#lib/api/peer.ts';
import { type RateLimitGroup, spendLimit } from '#lib/api/rate-limits.ts';
import { TOO_MANY_POLICY, tooManyPage } from '#lib/api/too-many-page.ts';
import type { RateLimiter } from '#lib/context/ports/limits.ts';
import { AppError } from '#lib/core/errors.ts';
import { locales } from '#lib/i18n/values.ts';
import { pathOf } from './front.ts';

const GROUP: RateLimitGroup = 'pages';
/** Paths that are not pages: the API, the buyer's return from the bank, and pictures, which have their own group. */
const beside = /^\/api\/|^\/pay\/return$|^(?:\/(?:uk|ru))?\/og\//;

/**
 * Returns a function that counts the pages that a network address opens, except files of `isFile`. Above the limit it
 * responds with an error page in the caller's language and resolves to true. A rejected request reaches neither the
 * framework nor the store. Each process counts separately: the limit protects the process, and a shared count would
 * cost each page a write.
 */
export function openPageLimit(limits: RateLimiter, isFile: (url: string) => boolean) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = pathOf(request);
    if (beside.test(path) || isFile(request.url ?? '/')) return false;
    const headers = headersOf(request);
    const ctx = { ...openContext(headers), limits };
    try {
      await spendLimit(ctx, GROUP, { headers }, { set: (name, value) => void response.setHeader(name, value) });
      return false;
    } catch (error) {
      if (!(error instanceof AppError) || error.name !== 'RateLimitError') throw error;
      const { requestId, log } = ctx;
      log(error.level, 'request.failed', { requestId, route: GROUP, error: error.name, status: error.status });
      const byAddress = locales.find((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`));
      refuse(response, error.retryAfter ?? 1, byAddress ?? localeOf(headers, ctx.env.DEFAULT_LOCALE));
      return true;
    }
  };
}

function refuse(response: ServerResponse, seconds: number, locale: (typeof locales)[number]): void {
  for (const { key, value } of [...securityHeaders, ...pageHeaders]) response.setHeader(key, value);
  const body = Buffer.from(tooManyPage(locale, seconds));
  response
    .writeHead(429, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.byteLength,
      'content-security-policy': TOO_MANY_POLICY,
      'cache-control': 'private, no-store',
      'retry-after': String(seconds),
    })
    .end(response.req.method === 'HEAD' ? undefined : body);
}
