import type { EventEmitter } from 'node:events';
import { type AddressObject, type AttachmentStream, type EmailAddress, type Headers, MailParser } from 'mailparser';
import { type MailAddress, type MailContent, MailParseError, type MailPart } from '#lib/mail/ports.ts';
import { htmlText } from './html-text.ts';
import { bodyOf, type MimeNode } from './mail-body.ts';

/** Ends a parser that waits forever. `mail-reader.ts` limits the cost of a mail in its thread. */
const TIME_LIMIT_MS = 60_000;
const MAX_NAME_LENGTH = 255;
const MAX_CID_LENGTH = 998;

/**
 * Each disabled feature costs time or memory or falsifies the mail: inlined images, reports added to the text, links
 * guessed from text.
 */
const options = {
  keepCidLinks: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
};

/** Parses a normalised mail (RFC 2045, RFC 2047). Throws MailParseError for every error, including the timeout. */
export async function parseMail(raw: Uint8Array, timeLimitMs = TIME_LIMIT_MS): Promise<MailContent> {
  const parser = new MailParser(options);
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => fail(new MailParseError('Timeout')), timeLimitMs);
    });
    const [headers, files] = await Promise.race([taken(parser, raw), late]);
    return contentOf(headers, files, (parser as unknown as { readonly tree: MimeNode | false }).tree);
  } catch (error) {
    throw error instanceof MailParseError ? error : new MailParseError(codeOf(error));
  } finally {
    clearTimeout(timer);
    parser.destroy();
  }
}

type File = { readonly head: AttachmentStream; readonly content: Buffer };

/** Feeds the parser and collects its results. At each attachment the parser waits until the attachment is released. */
function taken(parser: MailParser, raw: Uint8Array): Promise<readonly [Headers, readonly File[]]> {
  return new Promise((done, fail) => {
    let headers: Headers = new Map();
    const files: File[] = [];
    parser.on('error', fail);
    parser.on('headers', (read: Headers) => {
      headers = read;
    });
    parser.on('data', (data: AttachmentStream | { readonly type: 'text' }) => {
      if (data.type !== 'attachment') return;
      const chunks: Buffer[] = [];
      const stream = data.content as EventEmitter;
      stream.on('error', fail);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        files.push({ head: data, content: Buffer.concat(chunks) });
        data.release();
      });
    });
    parser.on('end', () => done([headers, files]));
    parser.end(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  });
}

function contentOf(headers: Headers, files: readonly File[], tree: MimeNode | false): MailContent {
  const { text, html } = tree ? bodyOf(tree, htmlText) : { text: '', html: null };
  const subject = headers.get('subject');
  const used = contentIdsIn(html ?? '');
  return {
    from: addressesOf(headers, 'from'),
    sender: addressesOf(headers, 'sender'),
    to: addressesOf(headers, 'to'),
    cc: addressesOf(headers, 'cc'),
    bcc: addressesOf(headers, 'bcc'),
    replyTo: addressesOf(headers, 'reply-to'),
    subject: typeof subject === 'string' ? subject : '',
    text,
    html,
    parts: files.map((file) => partOf(file, used)),
  };
}

function partOf({ head, content }: File, used: ReadonlySet<string>): MailPart {
  const cid = head.cid && head.cid.length <= MAX_CID_LENGTH ? head.cid : null;
  return {
    filename: shortName(head.filename ?? ''),
    contentType: /^[\w.+-]{1,80}\/[\w.+-]{1,120}$/.test(head.contentType)
      ? head.contentType
      : 'application/octet-stream',
    sizeBytes: content.length,
    inline: cid !== null && used.has(cid),
    cid,
    content,
  };
}

/** Control characters and marks that change the text direction. Such a mark shows `fdp.exe` as `exe.pdf`. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Shortens a long file name in the middle, because its end shows the kind of file. */
function shortName(given: string): string | null {
  const name = given.replace(UNSEEN, '').trim();
  if (name.length <= MAX_NAME_LENGTH) return name || null;
  return `${name.slice(0, MAX_NAME_LENGTH - 40)}…${name.slice(-39)}`;
}

/** Returns the content ids that the HTML uses in images or links (RFC 2392). They may be percent-encoded. */
function contentIdsIn(html: string): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [, written = ''] of html.matchAll(/\bcid:([^"'\s<>)]{1,256})/gi)) {
    const id = written.replaceAll('&amp;', '&');
    used.add(id);
    if (id.includes('%') && /^(?:[^%]|%[0-7][0-9a-f])*$/i.test(id)) used.add(decodeURIComponent(id));
  }
  return used;
}

function addressesOf(headers: Headers, name: string): MailAddress[] {
  const value = headers.get(name) as AddressObject | AddressObject[] | undefined;
  return [value ?? []].flat().flatMap((list) => flat(list.value));
}

/** Replaces a group by its members. An entry may have a name but no address. */
const flat = (list: readonly EmailAddress[]): MailAddress[] =>
  list.flatMap(({ group, address = '', name }) => {
    if (group) return flat(group);
    return address || name ? [{ address, name }] : [];
  });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'Unreadable';
