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
  /** The session, line by line: `<` from the server, `>` from us, `!` for an error. */
  readonly lines: readonly string[];
};

/** Matches our login lines. The command is kept, the credentials are removed. */
const login = /^AUTH \S+/;
const command = /^(?:EHLO|HELO|STARTTLS|MAIL|RCPT|DATA|QUIT|RSET|NOOP)\b/;

/** Sends one mail by SMTP_* and records the session. Returns null when SMTP_* is not set. */
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
    subject: 'Test email from Plaza',
    text: 'This email was sent by `npm run plaza -- mail-test`. Email from this server arrives.\n',
    html: '<p>This email was sent by <code>npm run plaza -- mail-test</code>. Email from this server arrives.</p>',
  });
  return { outcome, lines };
}

/** Returns one of our lines without credentials (plain or encoded) and without text of the mail. */
function ours(line: string): string {
  if (command.test(line)) return line;
  return `${login.exec(line)?.[0] ?? ''} …`.trimStart();
}

/** Connects to the server of SMTP_* and logs in, without sending. Throws with the server's reply. */
export async function tryMailServer(env: MailSettings, limits: MailerLimits): Promise<void> {
  const transport = nodemailer.createTransport(connectionOf(env, limits));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
