import type { PlatformMail } from '#lib/context/ports/mail.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type MailPart, mailPage } from '#lib/mail/mail-page.ts';
import type { LoginPurpose } from './values.ts';

type Texts = {
  readonly subject: string;
  readonly heading: string;
  readonly type: string;
  readonly press: string;
  readonly button: string;
  readonly life: string;
  readonly stranger: string;
};

const texts: Readonly<Record<Locale, Readonly<Record<LoginPurpose, Texts>>>> = {
  en: {
    'sign-in': {
      subject: 'is your Plaza sign-in code',
      heading: 'Sign in to Plaza',
      type: 'Type this code on the sign-in page:',
      press: 'Or open this link in the browser you asked from:',
      button: 'Sign in',
      life: 'Both work once, for 10 minutes.',
      stranger: 'If you did not ask for this, ignore it: nobody can sign in without this mail.',
    },
    'step-up': {
      subject: 'is your Plaza confirmation code',
      heading: 'Confirm that it is you',
      type: 'Type this code where Plaza asks for it:',
      press: '',
      button: '',
      life: 'It works once, for 10 minutes.',
      stranger:
        'If you did not ask for this, somebody may be using your session: end your sessions on the account page.',
    },
  },
  uk: {
    'sign-in': {
      subject: '— ваш код входу до Plaza',
      heading: 'Вхід до Plaza',
      type: 'Введіть цей код на сторінці входу:',
      press: 'Або відкрийте це посилання в тому самому браузері, з якого ви просили код:',
      button: 'Увійти',
      life: 'І код, і посилання діють один раз протягом 10 хвилин.',
      stranger: 'Якщо ви цього не просили, не зважайте: без цього листа ніхто не увійде.',
    },
    'step-up': {
      subject: '— ваш код підтвердження Plaza',
      heading: 'Підтвердьте, що це ви',
      type: 'Введіть цей код там, де Plaza його просить:',
      press: '',
      button: '',
      life: 'Він діє один раз протягом 10 хвилин.',
      stranger:
        'Якщо ви цього не просили, хтось може користуватися вашим сеансом: завершіть сеанси на сторінці акаунта.',
    },
  },
  ru: {
    'sign-in': {
      subject: '— ваш код входа в Plaza',
      heading: 'Вход в Plaza',
      type: 'Введите этот код на странице входа:',
      press: 'Или откройте эту ссылку в том же браузере, из которого вы просили код:',
      button: 'Войти',
      life: 'И код, и ссылка действуют один раз в течение 10 минут.',
      stranger: 'Если вы этого не просили, не обращайте внимания: без этого письма никто не войдёт.',
    },
    'step-up': {
      subject: '— ваш код подтверждения Plaza',
      heading: 'Подтвердите, что это вы',
      type: 'Введите этот код там, где Plaza его просит:',
      press: '',
      button: '',
      life: 'Он действует один раз в течение 10 минут.',
      stranger:
        'Если вы этого не просили, кто-то может пользоваться вашим сеансом: завершите сеансы на странице аккаунта.',
    },
  },
};

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
