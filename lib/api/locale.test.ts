import { describe, expect, it } from 'vitest';
import { addressLocale, LOCALE_COOKIE, LOCALE_HEADER, localeOf } from '#lib/api/locale.ts';

const asked = (headers: Record<string, string>, own?: 'en' | 'uk' | 'ru') => localeOf(new Headers(headers), 'en', own);

describe('localeOf', () => {
  it('prefers the URL, then the account, the cookie, the browser and the default of the shop', () => {
    const all = { [LOCALE_HEADER]: 'uk', cookie: `${LOCALE_COOKIE}=ru`, 'accept-language': 'ru,en;q=0.5' };
    const { [LOCALE_HEADER]: _, ...withoutAddress } = all;

    expect(asked(all, 'ru')).toBe('uk');
    expect(asked(withoutAddress, 'uk')).toBe('uk');
    expect(asked(withoutAddress)).toBe('ru');
    expect(asked({ 'accept-language': 'de-DE,uk-UA;q=0.8,en;q=0.5' })).toBe('uk');
    expect(asked({})).toBe('en');
  });

  it('orders the languages of Accept-Language by their quality values', () => {
    expect(asked({ 'accept-language': 'en;q=0.3, ru;q=0.5, uk ; q=0.9' })).toBe('uk');
    expect(asked({ 'accept-language': 'de, ru, uk' })).toBe('ru');
    expect(asked({ 'accept-language': 'uk;q=0, ru;q=0.1' })).toBe('ru');
  });

  it('ignores unsupported languages from every source', () => {
    const odd = { [LOCALE_HEADER]: '../uk', cookie: `${LOCALE_COOKIE}=xx`, 'accept-language': '*;q=0, ,;;,de' };

    expect(asked(odd)).toBe('en');
  });
});

describe('addressLocale', () => {
  it('depends only on the URL, so that a response can be cached for all readers', () => {
    const asker = { cookie: `${LOCALE_COOKIE}=ru`, 'accept-language': 'uk' };

    expect(addressLocale(new Headers(asker))).toBe('en');
    expect(addressLocale(new Headers({ ...asker, [LOCALE_HEADER]: 'uk' }))).toBe('uk');
  });
});
