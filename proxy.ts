import { type NextRequest, NextResponse } from 'next/server.js';
import { pagePolicy } from '#lib/api/headers/content-security-policy.ts';
import { QUERY_HEADER } from '#lib/api/headers/query-header.ts';
import { LOCALE_COOKIE, LOCALE_HEADER } from '#lib/api/locale.ts';
import { REFERRAL_COOKIE } from '#lib/store/values.ts';
import { type Locale, locales } from './lib/i18n/values.ts';

/** Pages only: on a path that this proxy handles, Next truncates bodies at 10 MB. */
export const config = {
  matcher:
    '/((?!api/|pay/return$|_next/static|_next/image|favicon.ico|icons/|demo/|sw\\.js$|manifest\\.webmanifest$).*)',
};

const referralCode = /^[A-Za-z0-9_-]{1,128}$/;
const localePrefix = /^\/(uk|ru)(?=\/|$)/;

/**
 * Sets the content security policy of each page with a fresh nonce, and reads the language from the start of the
 * path. The rewrites of next.config.ts remove that prefix. A rewrite from here would name `localhost`. A server
 * listening on 127.0.0.1 treats that as a foreign host and requests it over the network, without these headers.
 */
export function proxy(request: NextRequest): NextResponse {
  const chosen = locales.find((locale) => locale === request.nextUrl.searchParams.get('lang'));
  if (chosen) return toLanguage(request.nextUrl.clone(), chosen);

  const policy = pagePolicy({
    nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64'),
    host: request.headers.get('host') ?? '',
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.delete(LOCALE_HEADER);
  headers.delete(QUERY_HEADER);

  const { search } = request.nextUrl;
  if (search !== '') headers.set(QUERY_HEADER, search);
  const locale = localePrefix.exec(request.nextUrl.pathname)?.[1];
  if (locale !== undefined) headers.set(LOCALE_HEADER, locale);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  const referral = request.nextUrl.searchParams.get('ref');
  if (referral !== null && referralCode.test(referral)) response.headers.append('set-cookie', referredBy(referral));
  return response;
}

/**
 * Returns a cookie that stores the referrer of this visitor for thirty days. The last one counts. The order checks
 * whether the code exists.
 */
const referredBy = (code: string): string =>
  `${REFERRAL_COOKIE}=${code}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000`;

/**
 * Redirects `?lang=uk` on any page to that page in Ukrainian and stores the choice: a language switch without a
 * script.
 */
function toLanguage(url: NextRequest['nextUrl'], locale: Locale): NextResponse {
  url.searchParams.delete('lang');
  const path = url.pathname.replace(localePrefix, '').replace(/^\/*/, '/'); // never `//host`
  url.pathname = locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`;
  const response = NextResponse.redirect(url, 307); // sent as a path: Next removes its own host again
  response.headers.set('set-cookie', `${LOCALE_COOKIE}=${locale}; Path=/; SameSite=Lax; Max-Age=31536000`);
  response.headers.set('cache-control', 'private, no-store');
  return response;
}
