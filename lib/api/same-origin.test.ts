import { describe, expect, it } from 'vitest';
import { assertSameOrigin } from '#lib/api/same-origin.ts';

const shop = { APP_ORIGIN: 'https://shop.example', CSRF_REQUIRE_HEADERS: false };
const demo = { APP_ORIGIN: undefined, CSRF_REQUIRE_HEADERS: false };
const passes = (env: typeof shop | typeof demo, headers: Record<string, string>, method = 'POST'): boolean => {
  try {
    assertSameOrigin(env, new Request('http://localhost:3000/', { method, headers }));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'CrossSite' });
    return false;
  }
};

describe('assertSameOrigin', () => {
  it('S14 accepts only same-origin requests when the browser sends Sec-Fetch-Site', () => {
    const sites = ['same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', ''];

    expect(sites.filter((site) => passes(shop, { 'sec-fetch-site': site }))).toEqual(['same-origin']);
    expect(passes(shop, { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' })).toBe(false);
  });

  it('S15 requires the configured origin when only Origin is sent', () => {
    const origins = ['https://shop.example', 'http://shop.example', 'https://shop.example.evil.test', 'null'];

    expect(origins.filter((origin) => passes(shop, { origin, host: 'shop.example' }))).toEqual([
      'https://shop.example',
    ]);
  });

  it('S15 accepts only the host of the request, on this machine, when no origin is configured', () => {
    expect(passes(demo, { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(true);
    expect(passes(demo, { origin: 'http://localhost:3000', host: 'localhost:3000' })).toBe(true);
    expect(passes(demo, { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' })).toBe(false);
    expect(passes(demo, { origin: 'http://localhost:3000', host: '127.0.0.1:3000' })).toBe(false);
    expect(passes(demo, { origin: 'http://evil.test', host: 'evil.test' })).toBe(false);
    expect(passes(demo, { origin: 'null', host: '127.0.0.1:3000' })).toBe(false);
  });

  it('S16 accepts a request without browser headers unless CSRF_REQUIRE_HEADERS is set', () => {
    expect(passes(shop, {})).toBe(true);
    expect(passes({ ...shop, CSRF_REQUIRE_HEADERS: true }, {})).toBe(false);
  });

  it('does not check GET requests', () => {
    expect(passes(shop, { 'sec-fetch-site': 'cross-site' }, 'GET')).toBe(true);
    expect(passes(shop, { 'sec-fetch-site': 'cross-site' }, 'DELETE')).toBe(false);
  });
});
