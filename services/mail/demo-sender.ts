import type { DevMailbox } from '#lib/context/ports/mail.ts';
import { unavailable } from '#lib/core/errors.ts';
import type { ChannelSender, SmtpSeen } from '#lib/crm/mailboxes/ports.ts';

/** Delivers the mail of a demo's channel into the development mailbox. It accepts every mail. */
export const openDemoSender = (devMailbox: DevMailbox | null): ChannelSender => ({
  send: async (channel, { envelope, raw }) => {
    if (!devMailbox) throw unavailable(`The channel ${channel.id} cannot send`, { code: 'ChannelNotConfigured' });
    const { simpleParser } = await import('mailparser');
    const mail = await simpleParser(Buffer.from(raw));
    const key = mail.messageId?.replace(/^<|@.*$/g, '') ?? '';
    await devMailbox.keep({ key, to: envelope.to, subject: mail.subject ?? '', text: mail.text ?? '' });
    return taken;
  },
  signIn: async () => taken,
});

/** The outcome of a mail that the server accepted. */
export const taken: SmtpSeen = {
  accepted: true,
  stage: 'body',
  streamRead: true,
  mailSeen: true,
  code: null,
  command: null,
  responseCode: null,
  response: null,
};
