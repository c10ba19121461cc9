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
  it('S14 lets only same-origin through where the browser says where the call comes from', () => {
    const sites = ['same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', ''];

    expect(sites.filter((site) => passes(shop, { 'sec-fetch-site': site }))).toEqual(['same-origin']);
    expect(passes(shop, { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' })).toBe(false);
  });

  it('S15 demands the configured origin where only Origin is sent', () => {
    const origins = ['https://shop.example', 'http://shop.example', 'https://shop.example.evil.test', 'null'];

    expect(origins.filter((origin) => passes(shop, { origin, host: 'shop.example' }))).toEqual([
      'https://shop.example',
    ]);
  });

  it('S15 without a configured origin trusts the host of the request itself, and only on this machine', () => {
    expect(passes(demo, { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(true);
    expect(passes(demo, { origin: 'http://localhost:3000', host: 'localhost:3000' })).toBe(true);
    expect(passes(demo, { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' })).toBe(false);
    expect(passes(demo, { origin: 'http://localhost:3000', host: '127.0.0.1:3000' })).toBe(false);
    expect(passes(demo, { origin: 'http://evil.test', host: 'evil.test' })).toBe(false);
    expect(passes(demo, { origin: 'null', host: '127.0.0.1:3000' })).toBe(false);
  });

  it('S16 lets a caller through that is no browser, unless the setting says otherwise', () => {
    expect(passes(shop, {})).toBe(true);
    expect(passes({ ...shop, CSRF_REQUIRE_HEADERS: true }, {})).toBe(false);
  });

  it('does not concern reading', () => {
    expect(passes(shop, { 'sec-fetch-site': 'cross-site' }, 'GET')).toBe(true);
    expect(passes(shop, { 'sec-fetch-site': 'cross-site' }, 'DELETE')).toBe(false);
  });
});
