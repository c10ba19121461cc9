import { NextRequest, type NextResponse } from 'next/server.js';
import { describe, expect, it } from 'vitest';
import { QUERY_HEADER } from '#lib/api/headers/query-header.ts';
import { LOCALE_HEADER } from '#lib/api/locale.ts';

type Proxy = { readonly proxy: (request: NextRequest) => NextResponse; readonly config: { readonly matcher: string } };
const { proxy, config }: Proxy = await import(new URL('../../proxy.ts', import.meta.url).href);

const visit = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers: { host: 'shop.example', ...headers } }));
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
/** Returns a header that the proxy sets, as the page will see it: Next carries it in headers of its own. */
const handedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

describe('proxy', () => {
  it('S20 gives each page its own policy, and passes it on to the page', () => {
    const [first, second] = [visit('/products'), visit('/products')];

    expect(
      policyOf(first)
        .replace(/'nonce-[^']+'/, "'nonce-…'")
        .split('; '),
    ).toEqual([
      "default-src 'self'",
      "script-src 'self' 'nonce-…' 'strict-dynamic'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self' ws://shop.example wss://shop.example",
      "frame-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'report-uri /api/analytics/csp-reports',
    ]);
    expect(handedOn(first, 'content-security-policy')).toBe(policyOf(first));
    expect(policyOf(first)).not.toBe(policyOf(second));
  });

  it('lets no Host header inject into the policy', () => {
    const policy = policyOf(visit('/', { host: "x; script-src 'unsafe-inline'" }));

    expect(policy).not.toContain("script-src 'unsafe-inline'");
    expect(policy).toContain("connect-src 'self';");
  });

  it('takes the language from the path and never from a client’s header', () => {
    const languages = ['/uk', '/uk/products', '/ru/cart', '/ukraine', '/products'].map((path) =>
      handedOn(visit(path, { [LOCALE_HEADER]: 'ru' }), LOCALE_HEADER),
    );

    expect(languages).toEqual(['uk', 'uk', 'ru', null, null]);
  });

  it('passes on the query of the URL, and never a client’s header', () => {
    const queries = ['/messages?show=unread&q=%D0%BB', '/uk/messages/cvs_1?m=msg_1', '/messages'].map((path) =>
      handedOn(visit(path, { [QUERY_HEADER]: '?show=archived' }), QUERY_HEADER),
    );

    expect(queries).toEqual(['?show=unread&q=%D0%BB', '?m=msg_1', null]);
  });

  it('switches the language by query, keeps the rest of the URL and sets the cookie', () => {
    const to = (path: string) => {
      const reply = visit(path);
      return `${reply.status} ${reply.headers.get('location')?.replace('http://localhost:3000', '')}`;
    };

    expect(to('/products?lang=uk&search=%D0%BB')).toBe('307 /uk/products?search=%D0%BB');
    expect(to('/uk/products?lang=ru')).toBe('307 /ru/products');
    expect(to('/ru?lang=en')).toBe('307 /');
    expect(visit('/?lang=uk').headers.get('set-cookie')).toContain('plaza_locale=uk; Path=/');
    expect(visit('/?lang=de').status).toBe(200);
  });

  it('stores a referral code, and no other text, in the cookie', () => {
    const cookies = ['/?ref=ANNA-1', '/uk/products?ref=b_2&search=x', '/?ref=a%3B%20Path%3D%2Fx', '/?ref=', '/'].map(
      (path) => visit(path).headers.get('set-cookie'),
    );

    expect(cookies).toEqual([
      'platform_ref=ANNA-1; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000',
      'platform_ref=b_2; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000',
      null,
      null,
      null,
    ]);
  });

  it('S47 never redirects to another site', () => {
    for (const path of [
      '//evil.test?lang=uk',
      '/uk//evil.test?lang=en',
      '/%2F%2Fevil.test?lang=en',
      '/\\evil.test?lang=en',
    ])
      expect(new URL(visit(path).headers.get('location') ?? '', 'http://localhost:3000').host).toBe('localhost:3000');
  });

  it('skips the API, files and images', () => {
    const matcher = new RegExp(`^${config.matcher}$`);
    const passed = [
      '/api/store/cart',
      '/_next/static/x.js',
      '/_next/image',
      '/favicon.ico',
      '/demo/mug-1.webp',
      '/pay/return',
      '/sw.js',
      '/manifest.webmanifest',
    ];

    expect(passed.filter((path) => matcher.test(path))).toEqual([]);
    expect(['/', '/products', '/uk/cart', '/apis', '/pay/returned'].filter((path) => !matcher.test(path))).toEqual([]);
  });
});
