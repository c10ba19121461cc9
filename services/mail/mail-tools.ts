import type { MailTools } from '#lib/mail/ports.ts';
import { cleanHtml } from './clean-html.ts';
import { composeMail } from './compose-mail.ts';
import { parseMail } from './parse-mail.ts';
import { replyFragments } from './reply-fragments.ts';

/** What the rules need from the mail libraries. */
export const mailTools: MailTools = {
  parse: (raw) => parseMail(raw),
  cleanHtml,
  replyFragments,
  compose: composeMail,
};
