import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { localPath } from '#lib/i18n/alternates.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type MailPart, mailPage } from '#lib/mail/mail-page.ts';
import type { OutwardNews } from './news.ts';

type Labels = { readonly open: string; readonly all: string; readonly why: string; readonly change: string };

const labels: Readonly<Record<Locale, Labels>> = {
  en: {
    open: 'Open',
    all: 'Open all notifications',
    why: 'You get this mail because your preferences at Plaza ask for it.',
    change: 'Change preferences',
  },
  uk: {
    open: 'Відкрити',
    all: 'Відкрити всі сповіщення',
    why: 'Ви отримали цей лист, бо так зазначено у ваших налаштуваннях на Plaza.',
    change: 'Змінити налаштування',
  },
  ru: {
    open: 'Открыть',
    all: 'Открыть все уведомления',
    why: 'Вы получили это письмо, потому что так указано в ваших настройках на Plaza.',
    change: 'Изменить настройки',
  },
};

type Envelope = Pick<PlatformMail, 'key' | 'to'> & { readonly origin: string };

/** Returns news as an email: the text of one notification, or the list of notifications in a digest. */
export function newsMailOf(news: OutwardNews, { key, to, origin }: Envelope): PlatformMail {
  const { locale, title, rows } = news;
  const { open, all, why, change } = labels[locale];
  const isList = rows.length > 1;
  const told: MailPart = isList
    ? { rows: rows.map(({ data }) => ({ name: data.title, detail: data.message, value: '' })) }
    : { text: news.message };
  return mailPage({
    key,
    to,
    locale,
    subject: title,
    heading: title,
    parts: [
      told,
      { link: `${origin}${pathIn(news.actionPath, locale)}`, label: isList ? all : open },
      { text: why, small: true },
      { link: `${origin}${localPath('/notifications/preferences', locale)}`, label: change },
    ],
  });
}

/** Adds the locale to a path. The console exists only in English, under one address. */
const pathIn = (path: string, locale: Locale): string => (path.startsWith('/admin') ? path : localPath(path, locale));
