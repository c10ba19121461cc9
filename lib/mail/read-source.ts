import { MAX_PREVIEW_BYTES, MAX_TEXT } from '#lib/mail/limits.ts';
import { mailAuthentication } from './headers/authentication.ts';
import { identityOf } from './identity.ts';
import { parsePartialSource, parseSource } from './parse-source.ts';
import type { MailParsers, MailReading, MailSource, ParsedMail } from './ports.ts';
import { newText } from './reply/new-text.ts';
import { MAX_SPLIT, splitReply } from './reply/split.ts';
import { storedBody } from './stored-body.ts';
import { firstBytes, storedText } from './stored-text.ts';
import { verdictOf } from './verdict.ts';

/**
 * Reads a mail: repairs, parses, identifies and judges it, finds the reply and sanitises the HTML. The function depends
 * only on its arguments, so it can run in any thread. Throws MailParseError for a mail that cannot be read.
 */
export async function readSource(parsers: MailParsers, source: MailSource): Promise<MailReading> {
  const { channelId, authservId, ownAddresses } = source.judge;
  const parsed = await parsedOf(parsers, source);
  const { text: plain, html, reports: _read, ...mail } = parsed;
  const authentication = mailAuthentication(mail.headers, authservId);
  const clean = html === null ? null : parsers.cleanHtml(html);
  const text = storedText((plain.trim() === '' && clean ? clean.text : plain).slice(0, MAX_TEXT));
  const body = { text, html: storedText(clean?.html ?? ''), remoteImages: clean?.remoteImages ?? [] };
  const { reply, spans } = splitReply(text, parsers.replyFragments(text.slice(0, MAX_SPLIT)));
  return {
    mail,
    identity: identityOf(parsed, channelId, 'raw' in source ? source.raw : source.identifiedBy),
    verdict: verdictOf(parsed, new Set(ownAddresses), authentication),
    authentication,
    textPreview: firstBytes(text, MAX_PREVIEW_BYTES),
    textBytes: Buffer.byteLength(text),
    hasHtml: body.html !== '',
    remoteImageCount: body.remoteImages.length,
    body: storedBody(body),
    reply: firstBytes(newText(reply), MAX_PREVIEW_BYTES),
    spans,
  };
}

async function parsedOf(parsers: MailParsers, source: MailSource): Promise<ParsedMail> {
  if ('mail' in source) return source.mail;
  const { raw, wholeBytes } = source;
  return wholeBytes === null ? parseSource(parsers, raw) : parsePartialSource(parsers, raw, wholeBytes);
}
