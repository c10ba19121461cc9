import type { PlatformMail } from '#lib/core/ports.ts';
import type { Locale, LoginPurpose } from './values.ts';

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
  /** The sign-in link; a step-up has none, its code is typed where it was asked for. */
  readonly link: string | null;
};

/** The mail that carries a code: plain text and HTML of the same words, nothing in it loaded from anywhere. */
export function loginMail({ key, to, purpose, locale, code, link }: LoginMailParts): PlatformMail {
  const words = texts[locale][purpose];
  return {
    key,
    to,
    subject: `${code} ${words.subject}`,
    text: textOf(words, code, link),
    html: htmlOf(words, locale, code, link),
  };
}

const textOf = (words: Texts, code: string, link: string | null): string =>
  [words.heading, `${words.type}\n\n    ${code}`, link && `${words.press}\n${link}`, words.life, words.stranger]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function htmlOf(words: Texts, locale: Locale, code: string, link: string | null): string {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const action =
    link === null
      ? ''
      : `${paragraph(words.press)}
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1c4a3c;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(words.button)}</a></p>`;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(words.heading)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(words.heading)}</h1>
${paragraph(words.type)}
<p style="margin:0 0 24px;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>
${action}
${paragraph(words.life)}
${paragraph(words.stranger, 'font-size:14px;opacity:0.75')}
</div>
</body>
</html>
`;
}
