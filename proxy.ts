import { type NextRequest, NextResponse } from 'next/server.js';
import { LOCALE_HEADER } from '#lib/api/locale.ts';

/** Pages only: on a path that comes by here Next cuts bodies at 10 MB and hands the stump on. */
export const config = { matcher: '/((?!api/|_next/static|_next/image|favicon.ico|icons/|demo/).*)' };

const localePrefix = /^\/(uk|ru)(?=\/|$)/;

/** Gives each page its content policy with a fresh nonce, and takes the language off the front of the address. */
export function proxy(request: NextRequest): NextResponse {
  const policy = policyFor(request);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.delete(LOCALE_HEADER);

  const url = request.nextUrl.clone();
  const locale = localePrefix.exec(url.pathname)?.[1];
  if (locale !== undefined) {
    headers.set(LOCALE_HEADER, locale);
    url.pathname = url.pathname.slice(locale.length + 1) || '/';
  }
  const response =
    locale === undefined
      ? NextResponse.next({ request: { headers } })
      : NextResponse.rewrite(url, { request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

function policyFor(request: NextRequest): string {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const host = request.headers.get('host') ?? '';
  const socket = /^[\w.:[\]-]{1,255}$/.test(host) ? ` ws://${host} wss://${host}` : '';
  // Hot reload evaluates what it loads.
  const evaluation = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
