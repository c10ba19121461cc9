import { randomUUID } from 'node:crypto';
import type { Log } from '#lib/core/log.ts';
import type { CaughtMail, DevMailbox } from '#lib/core/ports.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

/** Mails that are remembered; older ones are forgotten, and all of them with the process. */
const MOST_MAILS = 100;

const codeIn = (subject: string) => /\b\d{6}\b/.exec(subject)?.[0] ?? null;
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? null;

/**
 * Catches mail where there is no server to send it: for development, tests and the demo, never beside real people. What
 * a mail carries stands in the log as well, so that one can sign in from a terminal.
 */
export function openDevMailbox({ now, log }: { readonly now: () => Date; readonly log: Log }): DevMailbox {
  const mails: CaughtMail[] = [];
  return {
    send: async (mail) => {
      assertOutsideTransaction('the mailer');
      const found = { code: codeIn(mail.subject), link: linkIn(mail.text) };
      mails.unshift({ ...mail, ...found, id: randomUUID(), at: now().toISOString() });
      mails.splice(MOST_MAILS);
      log('info', 'dev-mail.caught', { key: mail.key, ...found });
      return { state: 'sent', messageId: `<${mail.key}@dev.mailbox>` };
    },
    list: async () => [...mails],
  };
}
