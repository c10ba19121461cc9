import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markPeer } from '#lib/api/peer.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { openMemoryLimiter } from '#services/rate-limit/memory.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { openPageLimit } from './page-limit.ts';

let world: TestContext;
let server: Server;
let served: string[];
beforeEach(async () => {
  world = await testContext({ vars: { TRUSTED_PROXIES: '1' } });
  installRuntime(world);
  served = [];
  const isRefused = openPageLimit(openMemoryLimiter(world.now), (url) => url.startsWith('/demo/'));
  server = createServer((request, response) => {
    markPeer(request);
    const serve = (refused: boolean) => {
      if (refused) return;
      served.push(request.url ?? '');
      response.end('a page');
    };
    isRefused(request, response).then(serve, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = (path: string, { from = '203.0.113.7', headers = {}, method = 'GET' } = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...headers },
  });
async function openAll(count: number, path = '/products'): Promise<void> {
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - n) }, () => open(path).then((reply) => reply.text())));
}

describe('the page limit', () => {
  it('S58 allows 600 pages a minute per address, and reports how many are left', async () => {
    await openAll(599);
    const last = await open('/');

    const [refused, other] = [await open('/cart'), await open('/cart', { from: '203.0.113.8' })];
    world.clock.advance(MINUTE_MS);
    const later = await open('/cart');

    expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('600');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([other.status, later.status]).toEqual([200, 200]);
    expect(served).toHaveLength(602);
  });

  it('does not count files, API calls and returns from the bank', async () => {
    await openAll(600);
    const paths = ['/demo/a.webp', '/api/store/cart', '/pay/return?ref=x', '/og/products/x', '/uk/og/products/x'];

    const files = await Promise.all(paths.map((path) => open(path)));
    const pages = await Promise.all(
      ['/apis', '/_next/static/nothing.js', '/ogre', '/uk/api/x', '/sitemap.xml', '/demo'].map((path) => open(path)),
    );

    expect(files.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(429));
  });

  it.each([
    ['/uk/products', {}, 'uk', 'Забагато запитів'],
    ['/ru', {}, 'ru', 'Слишком много запросов'],
    ['/products', {}, 'en', 'Too many requests'],
    ['/products', { 'accept-language': 'uk-UA,uk;q=0.9' }, 'uk', 'Забагато запитів'],
    ['/products', { cookie: 'plaza_locale=ru' }, 'ru', 'Слишком много запросов'],
  ])('responds with a page that has a language, a title and content: %s %j', async (path, headers, language, title) => {
    await openAll(600);

    const reply = await open(path, { headers });
    const html = await reply.text();

    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>${title} · Plaza</title>`);
    expect(html).toMatch(new RegExp(`<h1>${title}</h1>\\n<p>.*${reply.headers.get('retry-after')}.*</p>`));
    expect(html).toContain('<a href="">');
  });

  it('S20 S23 sends the usual headers with its page, and no body for HEAD', async () => {
    await openAll(600);

    const [page, head] = [await open('/'), await open('/', { method: 'HEAD' })];

    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('permissions-policy')).toContain('geolocation=()');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect([head.status, await head.text()]).toEqual([429, '']);
  });
});
