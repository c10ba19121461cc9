import MailComposer from 'nodemailer/lib/mail-composer';
import { headerText } from '#lib/core/header-text.ts';
import type { MailAddress, OutgoingMail } from '#lib/mail/ports.ts';

/** Exactly one address. In a longer text nodemailer would find further recipients. */
const BARE_ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/;
const MESSAGE_ID = /^[^<>\s@]{1,200}@[^<>\s]{1,200}$/;

/**
 * Builds the bytes of a reply: text/plain in UTF-8, with only the given headers. Throws when an address is not exactly
 * one address. Invalid ids are left out, and line breaks in names and subject become blanks.
 */
export const composeMail = async (mail: OutgoingMail): Promise<Uint8Array> =>
  new MailComposer({
    from: toMailbox(mail.from),
    to: toMailbox(mail.to),
    ...(mail.replyTo && { replyTo: toMailbox(mail.replyTo) }),
    subject: headerText(mail.subject),
    messageId: bracketed(mail.messageId),
    ...(mail.inReplyTo && isMessageId(mail.inReplyTo) && { inReplyTo: bracketed(mail.inReplyTo) }),
    references: mail.references.filter(isMessageId).map(bracketed),
    date: mail.date,
    // Built with the line breaks of SMTP, so that the copy in the mailbox of sent mail is identical.
    text: mail.text.replace(/\r?\n/g, '\r\n'),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

/** Returns true when a text may be used as a Message-ID. */
export const isMessageId = (text: string): boolean => MESSAGE_ID.test(text);

const bracketed = (id: string): string => {
  if (!isMessageId(id)) throw new Error('a Message-ID must be one word before and one word after the @');
  return `<${id}>`;
};

function toMailbox({ name, address }: MailAddress) {
  if (!BARE_ADDRESS.test(address)) throw new Error('a mail needs exactly one plain email address');
  return { name: headerText(name), address };
}
