import type { Context } from '#lib/context/context.ts';
import type { EmailMessage, EmailMessageView } from '#lib/crm/schemas/message.ts';
import type { Row } from '#lib/data/store.ts';
import type { MailBody } from '#lib/mail/ports.ts';
import { MAX_SHOWN_HTML_BYTES, MAX_SHOWN_TEXT } from '#lib/mail/stored-body.ts';
import { readBodies } from './mail-bodies.ts';

/** Returns messages for API responses, with their texts. */
export async function toMessageViews(
  ctx: Pick<Context, 'data' | 'files'>,
  rows: readonly Row<EmailMessage>[],
): Promise<EmailMessageView[]> {
  const bodies = await readBodies(ctx, rows);
  return rows.map((row, place) => toMessageView(row, bodies[place]));
}

/** Adds angle brackets. An erased message has no Message-ID. */
const bracketed = (mid: string): string => (mid === '' ? '' : `<${mid}>`);

export function toMessageView({ id, data }: Row<EmailMessage>, body: MailBody | undefined): EmailMessageView {
  const text = body?.text ?? data.textPreview;
  const html = body?.html ?? '';
  const bodyText = text.slice(0, MAX_SHOWN_TEXT).toWellFormed();
  const { channelId, sortAt, textPreview, textBytes, bodyChunks, bodyFile, filesKey, sentimentMilli, ...rest } = data;
  const { fingerprint, rawKey, rawUntil, erasedAt, day, createdAt, updatedAt, ...shown } = rest;
  const spans = data.spans
    .filter(({ start }) => start < bodyText.length)
    .map((span) => ({ ...span, end: Math.min(span.end, bodyText.length) }));
  return {
    ...shown,
    id,
    messageId: bracketed(data.messageId),
    inReplyTo: data.inReplyTo === null ? null : bracketed(data.inReplyTo),
    references: data.references.map(bracketed),
    bodyText,
    bodyHtml: html !== '' && Buffer.byteLength(html) <= MAX_SHOWN_HTML_BYTES ? html : null,
    spans,
    reply: replyOf(bodyText, spans),
    sentimentScore: sentimentMilli === null ? null : sentimentMilli / 1000,
    hasRaw: rawKey !== null,
    hasMoreText: textBytes > Buffer.byteLength(bodyText),
  };
}

/**
 * Returns the author's own text: the `reply` spans joined. A row without spans, such as our own mails, is all reply.
 */
function replyOf(text: string, spans: EmailMessage['spans']): string {
  if (spans.length === 0) return text;
  return spans
    .filter(({ kind }) => kind === 'reply')
    .map(({ start, end }) => text.slice(start, end))
    .join('');
}
