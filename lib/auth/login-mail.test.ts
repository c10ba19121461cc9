import { describe, expect, it } from 'vitest';
import { LOGIN_MINUTES } from '#lib/auth/limits.ts';
import en from '#lib/i18n/en.json' with { type: 'json' };
import ru from '#lib/i18n/ru.json' with { type: 'json' };
import uk from '#lib/i18n/uk.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { loginMailTextsSchema } from './login-mail/schema.ts';
import { loginMail, texts } from './login-mail.ts';
import { loginPurposes } from './values.ts';

const pageTexts = { en, uk, ru };
const parts = {
  key: 'login-1',
  to: 'a@plaza.test',
  code: '012345',
  link: 'https://plaza.test/sign-in/link?token=a_b-c',
};

describe('loginMail', () => {
  it.each(locales)('has texts that match their schema: %s', (locale) => {
    expect(loginMailTextsSchema.parse(texts[locale])).toEqual(texts[locale]);
  });

  it.each(locales)('tells how long the mail can be used, as the page that asked for it does: %s', (locale) => {
    const onPage = pageTexts[locale].signIn;
    const told = [...loginPurposes.map((purpose) => texts[locale][purpose].life), onPage.sent, onPage.linkDead];

    for (const text of told) expect(text.match(/\d+/)?.[0]).toBe(String(LOGIN_MINUTES));
  });

  for (const locale of locales)
    for (const purpose of loginPurposes)
      it(`writes the same lines in text and HTML, in ${locale} for ${purpose}`, () => {
        const mail = loginMail({ ...parts, locale, purpose, link: purpose === 'sign-in' ? parts.link : null });

        expect(mail.subject).toMatch(/^012345 /);
        expect(mail.text).toContain('012345');
        expect(mail.html).toContain('>012345<');
        expect(mail.html).toContain(`<html lang="${locale}">`);
        for (const line of mail.text.split('\n').filter((text) => text.trim() !== '' && !text.includes('://')))
          expect(mail.html).toContain(line.trim());
        expect(mail.text.includes(parts.link)).toBe(purpose === 'sign-in');
        expect(mail.html.includes('href=')).toBe(purpose === 'sign-in');
      });

  it('contains no HTML that loads external resources', () => {
    const { html } = loginMail({ ...parts, locale: 'en', purpose: 'sign-in' });

    expect(html).not.toMatch(/<(img|script|link|iframe|style)|url\(|@import/i);
  });

  it('escapes HTML characters in the link', () => {
    const { html } = loginMail({ ...parts, locale: 'en', purpose: 'sign-in', link: 'https://x.test/?"><b>&\'' });

    expect(html).toContain('href="https://x.test/?&#34;&#62;&#60;b&#62;&#38;&#39;"');
  });
});
