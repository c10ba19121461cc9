import { MAX_PREVIEW_BYTES } from '#lib/mail/limits.ts';
import type { MailBody, StoredBody } from './ports.ts';
import { firstBytes } from './stored-text.ts';

/** A document may hold 900 kB. The size of a piece is counted as JSON. */
const MAX_PIECE_BYTES = 700 * 1024;
const STRIDE = 32 * 1024;
/** The longest text that is shown, in UTF-16 units. Every page and every rule reads this much on the event loop. */
export const MAX_SHOWN_TEXT = 64 * 1024;
/** Larger HTML is loaded with a separate request. */
export const MAX_SHOWN_HTML_BYTES = 100 * 1024;

/**
 * Splits the texts of a mail into documents for the store and, if the texts are longer, a file with the whole texts.
 * Runs in the thread that reads the mail, because the whole texts may be megabytes.
 */
export function storedBody(body: MailBody): StoredBody {
  const { text, html, remoteImages } = body;
  if (html === '' && remoteImages.length === 0 && text === firstBytes(text, MAX_PREVIEW_BYTES))
    return { pieces: [], file: null };
  const showsHtml = Buffer.byteLength(html) <= MAX_SHOWN_HTML_BYTES;
  if (showsHtml && text.length <= MAX_SHOWN_TEXT) return { pieces: piecesOf(JSON.stringify(body)), file: null };
  const shown: MailBody = {
    text: text.slice(0, MAX_SHOWN_TEXT).toWellFormed(),
    html: showsHtml ? html : '',
    remoteImages: showsHtml ? remoteImages : [],
  };
  return { pieces: piecesOf(JSON.stringify(shown)), file: Buffer.from(JSON.stringify(body)) };
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    // JSON.stringify escapes lone surrogates, so only a cut between the two halves of a pair must be avoided.
    const high = /[\ud800-\udbff]/.test(text.charAt(at + STRIDE - 1));
    const end = Math.min(text.length, at + STRIDE + (high ? 1 : 0));
    const size = Buffer.byteLength(JSON.stringify(text.slice(at, end)));
    if (bytes + size > MAX_PIECE_BYTES && at > from) {
      pieces.push(text.slice(from, at));
      from = at;
      bytes = 0;
    }
    bytes += size;
    at = end;
  }
  return [...pieces, text.slice(from)];
}
