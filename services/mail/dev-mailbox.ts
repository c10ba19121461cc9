import { randomUUID } from 'node:crypto';
import type { Log } from '#lib/context/ports/log.ts';
import type { CaughtMail, DevMailbox } from '#lib/context/ports/mail.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

/** How many mails are kept. Older mails are dropped, and all mails are lost when the process ends. */
const MOST_MAILS = 100;

const codeIn = (subject: string) => /\b\d{6}\b/.exec(subject)?.[0] ?? null;
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? null;

/**
 * Catches mail when there is no server to send it: for development, tests and the demo, never with real users. Codes
 * and links are logged too, so that a developer can sign in from a terminal.
 */
export function openDevMailbox({ now, log }: { readonly now: () => Date; readonly log: Log }): DevMailbox {
  const mails: CaughtMail[] = [];
  const add = (mail: Omit<CaughtMail, 'id' | 'at'>): void => {
    mails.unshift({ ...mail, id: randomUUID(), at: now().toISOString() });
    mails.splice(MOST_MAILS);
  };
  return {
    send: async (mail) => {
      assertOutsideTransaction('the mailer');
      const found = { code: codeIn(mail.subject), link: linkIn(mail.text) };
      add({ ...mail, ...found, plane: 'platform' });
      log('info', 'dev-mail.caught', { key: mail.key, ...found });
      return { state: 'sent', messageId: `<${mail.key}@dev.mailbox>` };
    },
    keep: async (mail) => {
      assertOutsideTransaction('the mailer');
      add({ ...mail, html: '', code: null, link: null, plane: 'crm' });
      log('info', 'dev-mail.kept', { key: mail.key });
    },
    list: async () => [...mails],
  };
}
