import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { localPath } from '#lib/i18n/alternates.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type MailPart, mailPage } from '#lib/mail/mail-page.ts';
import { texts } from '#lib/notifications/write/texts.ts';
import type { OutgoingNotification } from './outgoing-notification.ts';

type Envelope = Pick<PlatformMail, 'key' | 'to'> & { readonly origin: string };

/** Returns a notification as an email: the text of one notification, or the list of notifications in a digest. */
export function notificationMailOf(outgoing: OutgoingNotification, { key, to, origin }: Envelope): PlatformMail {
  const { locale, title, rows } = outgoing;
  const { open, all, why, change } = texts[locale].mail;
  const isList = rows.length > 1;
  const told: MailPart = isList
    ? { rows: rows.map(({ data }) => ({ name: data.title, detail: data.message, value: '' })) }
    : { text: outgoing.message };
  return mailPage({
    key,
    to,
    locale,
    subject: title,
    heading: title,
    parts: [
      told,
      { link: `${origin}${pathIn(outgoing.actionPath, locale)}`, label: isList ? all : open },
      { text: why, small: true },
      { link: `${origin}${localPath('/notifications/preferences', locale)}`, label: change },
    ],
  });
}

/** Adds the locale to a path. The console exists only in English, under one address. */
const pathIn = (path: string, locale: Locale): string => (path.startsWith('/admin') ? path : localPath(path, locale));
