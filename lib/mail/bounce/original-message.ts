import { messageIdOf } from '#lib/mail/headers/ids.ts';
import type { ParsedMail } from '#lib/mail/ports.ts';

const MAX_HEADER = 64 * 1024;
const RETURNED = /^(?:message\/(?:rfc822|global|partial|rfc822-headers)|text\/rfc822-headers)$/;
const FIELD = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,998}>)/im;

/**
 * Returns the Message-ID (without brackets) of the mail that a notice is about. It comes from the returned mail or its
 * headers, from a copy in the text, or from the mail that the notice replies to. Returns null when none of them has an
 * id.
 */
export function originalMessageId(mail: ParsedMail): string | null {
  for (const part of mail.parts) {
    if (!RETURNED.test(part.contentType)) continue;
    const head = Buffer.from(part.content.subarray(0, MAX_HEADER)).toString('latin1');
    const id = messageIdOf(FIELD.exec(head)?.[1] ?? '');
    if (id) return id;
  }
  const inText = messageIdOf(
    /^[ \t>]*message-id:[ \t]*(<[^<>\s]{1,998}>)/im.exec(mail.text.slice(0, 4 * MAX_HEADER))?.[1] ?? '',
  );
  return inText ?? mail.inReplyTo[0] ?? mail.references.at(-1) ?? null;
}
