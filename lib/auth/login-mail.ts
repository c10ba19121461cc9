import type { PlatformMail } from '#lib/context/ports/mail.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type MailPart, mailPage } from '#lib/mail/mail-page.ts';
import en from './login-mail/en.json' with { type: 'json' };
import ru from './login-mail/ru.json' with { type: 'json' };
import type { LoginMailTexts } from './login-mail/schema.ts';
import uk from './login-mail/uk.json' with { type: 'json' };
import type { LoginPurpose } from './values.ts';

export const texts: Readonly<Record<Locale, LoginMailTexts>> = { en, uk, ru };

export type LoginMailParts = {
  readonly key: string;
  readonly to: string;
  readonly purpose: LoginPurpose;
  readonly locale: Locale;
  readonly code: string;
  /** The sign-in link. A step-up has none: its code is typed on the page that asked for it. */
  readonly link: string | null;
};

/** Composes the mail with a code. */
export function loginMail({ key, to, purpose, locale, code, link }: LoginMailParts): PlatformMail {
  const words = texts[locale][purpose];
  const press: MailPart[] = link === null ? [] : [{ text: words.press }, { link, label: words.button }];
  return mailPage({
    key,
    to,
    locale,
    subject: `${code} ${words.subject}`,
    heading: words.heading,
    parts: [{ text: words.type }, { code }, ...press, { text: words.life }, { text: words.stranger, small: true }],
  });
}
