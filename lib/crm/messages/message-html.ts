import type { Context } from '#lib/context/context.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { MessageHtml, MessageHtmlQuery } from '#lib/crm/schemas/message-html.ts';
import type { Row } from '#lib/data/store.ts';
import { pictureKindOf } from './file-kind.ts';
import { readBody } from './mail-bodies.ts';

const MAX_INLINE_BYTES = 2 * 1024 * 1024;
const MAX_REMOTE = 20;
const MAX_REMOTE_BYTES = 5 * 1024 * 1024;
const MAX_REMOTE_TOTAL = 8 * 1024 * 1024;
const REMOTE_AT_ONCE = 4;
const REMOTE_MS = 20_000;

/**
 * Returns the HTML of a mail for its frame. The frame sends no session and must not load anything, so images are
 * inlined as data. The mail's own images are inlined, and remote images when the reader asks for them.
 */
export async function showMessageHtml(
  ctx: Context,
  row: Row<EmailMessage>,
  { images }: MessageHtmlQuery,
): Promise<MessageHtml> {
  const { html, remoteImages } = await readBody(ctx, row);
  const inline = images === 'none' ? new Map<string, string>() : await inlinePictures(ctx, row, html);
  const remote = images === 'remote' ? await remotePictures(ctx, remoteImages) : new Map<number, string>();
  const shown = html
    .replace(/\ssrc="cid:([^"]*)"/gi, (_, cid: string) => sourceOf(inline.get(plainCid(cid))))
    .replace(/\sdata-remote="(\d+)"/g, (whole, place: string) => {
      const source = remote.get(Number(place));
      return source === undefined ? whole : sourceOf(source);
    });
  const found = remoteImages.length;
  return { html: shown, remoteImages: { found, loaded: remote.size, blocked: found - remote.size } };
}

const sourceOf = (data: string | undefined): string => (data === undefined ? '' : ` src="${data}"`);
const dataUri = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;

function plainCid(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('&amp;', '&'));
  } catch {
    return text;
  }
}

/** Returns the images in the mail that its HTML shows, as data URIs. */
async function inlinePictures(ctx: Context, { data }: Row<EmailMessage>, html: string): Promise<Map<string, string>> {
  const asked = new Set([...html.matchAll(/\ssrc="cid:([^"]*)"/gi)].map(([, cid = '']) => plainCid(cid)));
  const parts = data.attachments.filter(
    ({ cid, stored, sizeBytes }) => cid !== null && asked.has(cid) && stored && sizeBytes <= MAX_INLINE_BYTES,
  );
  const pictures = new Map<string, string>();
  for (const { id, cid } of parts) {
    const bytes = await ctx.files.read(`${data.filesKey}/${id}`);
    const type = bytes && pictureKindOf(bytes);
    if (cid !== null && bytes && type && bytes.byteLength <= MAX_INLINE_BYTES) pictures.set(cid, dataUri(type, bytes));
  }
  return pictures;
}

/** Returns remote images by their place in the list, as many as fit. An image that cannot be fetched is left out. */
async function remotePictures({ remoteImages }: Context, urls: readonly string[]): Promise<Map<number, string>> {
  const pictures = new Map<number, string>();
  const signal = AbortSignal.timeout(REMOTE_MS);
  let room = MAX_REMOTE_TOTAL;
  for (let from = 0; from < Math.min(urls.length, MAX_REMOTE); from += REMOTE_AT_ONCE) {
    const slice = urls.slice(from, Math.min(from + REMOTE_AT_ONCE, MAX_REMOTE));
    const most = Math.min(MAX_REMOTE_BYTES, room);
    const got = await Promise.all(slice.map((url) => remoteImages.fetch(url, most, signal)));
    for (const [at, picture] of got.entries()) {
      if (!picture || picture.bytes.byteLength > room) continue;
      room -= picture.bytes.byteLength;
      pictures.set(from + at, dataUri(picture.type, picture.bytes));
    }
    if (room <= 0 || signal.aborted) break;
  }
  return pictures;
}
