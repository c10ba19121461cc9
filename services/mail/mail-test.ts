import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { MailOutcome } from '#lib/context/ports/mail.ts';
import {
  connectionOf,
  limitsOfProduct,
  type MailerLimits,
  type MailSettings,
  openPlatformMailer,
} from './platform-mailer.ts';

export type MailTest = {
  readonly outcome: MailOutcome;
  /** The conversation, line by line: `<` what the server said, `>` what we said, `!` what went wrong. */
  readonly lines: readonly string[];
};

/** What we say to log in: the command stays, what follows it goes. */
const login = /^AUTH \S+/;
const command = /^(?:EHLO|HELO|STARTTLS|MAIL|RCPT|DATA|QUIT|RSET|NOOP)\b/;

/** Sends one mail by SMTP_* and keeps what the server said to it; null where SMTP_* is not set. */
export async function testMail(
  env: MailSettings,
  to: string,
  limits: MailerLimits = limitsOfProduct,
): Promise<MailTest | null> {
  const lines: string[] = [];
  const mailer = openPlatformMailer(env, limits, {
    hear: (who, text) => {
      for (const line of text.split(/\r?\n/)) lines.push(who === 'server' ? `< ${line}` : `> ${ours(line)}`);
    },
    failed: (text) => lines.push(`! ${text}`),
  });
  if (!mailer) return null;
  const outcome = await mailer.send({
    key: `test-${randomUUID()}`,
    to,
    subject: 'A test mail of Plaza',
    text: 'This mail was sent by `npm run plaza -- mail-test`. Mail of this server arrives.\n',
    html: '<p>This mail was sent by <code>npm run plaza -- mail-test</code>. Mail of this server arrives.</p>',
  });
  return { outcome, lines };
}

/** One of our lines without what logs in, be it encoded, and without a mail. */
function ours(line: string): string {
  if (command.test(line)) return line;
  return `${login.exec(line)?.[0] ?? ''} …`.trimStart();
}

/** Connects to the server of SMTP_* and logs in, without sending anything. Throws with what the server said. */
export async function tryMailServer(env: MailSettings, limits: MailerLimits): Promise<void> {
  const transport = nodemailer.createTransport(connectionOf(env, limits));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
