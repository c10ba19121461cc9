import sanitizeHtml from 'sanitize-html';
import { MAX_HTML_BYTES } from '#lib/mail/limits.ts';
import type { CleanHtml } from '#lib/mail/ports.ts';
import { allowedAttributes, allowedTags, silentTags } from './html-allowed.ts';
import { cleanStyle } from './html-style.ts';
import { htmlText } from './html-text.ts';

const MAX_DEPTH = 500;
/** A page of this size has a tenth as many tags. A `<` that begins no tag costs as much as a tag. */
const MAX_TAGS = 100_000;
const MAX_DATA_IMAGE_LENGTH = 200 * 1024;
const MAX_REMOTE_IMAGES = 500;
const MAX_HIDDEN = 500;
const MAX_ADDRESS_LENGTH = 4096;

type Attributes = Record<string, string>;

/**
 * Makes the HTML of a mail safe to show, by an allow list. Remote images are removed and listed. HTML larger than 1 MiB
 * or nested deeper than 500 levels is returned as text only.
 */
export function cleanHtml(html: string): CleanHtml {
  const shown = isTooLarge(html) ? null : sanitised(html, true);
  if (!shown) return { html: '', text: htmlText(html), remoteImages: [] };
  if (shown.text !== '' || shown.html.includes('<img')) return shown;
  // If a mail would be empty without its hidden content, that content is shown. Hiding it is then a trick or a mistake.
  return sanitised(html, false) ?? shown;
}

function isTooLarge(html: string): boolean {
  if (Buffer.byteLength(html) > MAX_HTML_BYTES) return true;
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) if (++count > MAX_TAGS) return true;
  return false;
}

/**
 * Returns null when elements are nested too deep for the parser, or when more elements are hidden than in any normal
 * mail.
 */
function sanitised(html: string, dropsHidden: boolean): CleanHtml | null {
  const found: Found = { remote: new Map(), hidden: new WeakSet(), hiddenCount: 0, hiddenAt: Infinity };
  let depth = 0;
  try {
    const clean = sanitizeHtml(html, {
      allowedTags,
      allowedAttributes,
      // Our own style parser keeps only declarations that match a pattern. The library's parser takes ten times as
      // long.
      parseStyleAttributes: false,
      nonTextTags: silentTags,
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['cid', 'data'] },
      allowProtocolRelative: false,
      onOpenTag: () => {
        if (++depth > MAX_DEPTH) throw tooMuch;
      },
      onCloseTag: () => {
        if (--depth < found.hiddenAt) found.hiddenAt = Infinity;
      },
      transformTags: { '*': (name, given) => transformed(name, given, dropsHidden ? depth : null, found) },
      exclusiveFilter: ({ attribs }) => found.hidden.has(attribs),
    });
    return { html: clean, text: htmlText(clean), remoteImages: [...found.remote.keys()] };
  } catch (error) {
    if (error === tooMuch) return null;
    throw error;
  }
}

const tooMuch = new Error('the mail is too large to show as HTML');

type Found = {
  readonly remote: Map<string, number>;
  readonly hidden: WeakSet<Attributes>;
  hiddenCount: number;
  /** The depth of the hidden element that contains the current one. */
  hiddenAt: number;
};

/** `depth` is the depth of the element, or null when hidden content is kept. */
function transformed(name: string, given: Attributes, depth: number | null, found: Found) {
  const isGone = depth !== null && found.hiddenAt === Infinity && isHidden(given);
  // Each removed element costs a copy of the page so far.
  if (isGone && ++found.hiddenCount > MAX_HIDDEN) throw tooMuch;
  if (isGone) found.hiddenAt = depth;
  const style = cleanStyle(given.style ?? '');
  const own =
    name === 'a'
      ? link(given)
      : name === 'img'
        ? image(given, found.hiddenAt === Infinity ? found.remote : null)
        : given;
  const { style: _raw, ...rest } = own;
  const attribs: Attributes = style ? { ...rest, style } : rest;
  if (isGone) found.hidden.add(attribs);
  return { tagName: shownAs(name, attribs), attribs };
}

/** An image without source and text would be shown as broken. */
function shownAs(name: string, { src, alt, 'data-remote': remote }: Attributes): string {
  if (name === 'img' && !src && !alt && remote === undefined) return 'span';
  return name === 'body' ? 'div' : name;
}

/** Returns true for content that every mail program hides, so that a person and the rules read the same text. */
const isHidden = ({ style = '', hidden }: Attributes): boolean =>
  hidden !== undefined || /(?:^|[;\s"'])(?:display\s{0,5}:\s{0,5}none|mso-hide\s{0,5}:\s{0,5}all)/i.test(style);

/** Removes links without a scheme, which would lead to our own pages. */
function link({ href = '', title }: Attributes): Attributes {
  const target = href.trim();
  const isShown = target.length <= MAX_ADDRESS_LENGTH && /^(?:https?:\/\/|mailto:|tel:)/i.test(target);
  return {
    ...(isShown && { href: target, target: '_blank', rel: 'noopener noreferrer nofollow' }),
    ...(title !== undefined && { title }),
  };
}

/** Keeps images that came with the mail. A remote image leaves its index, with which the page may restore it. */
function image(
  { src = '', 'data-remote': _forged, ...rest }: Attributes,
  remote: Map<string, number> | null,
): Attributes {
  const source = src.trim();
  if (/^cid:[^\s"'<>]{1,256}$/i.test(source) || isSmallPicture(source)) return { ...rest, src: source };
  const address = source.startsWith('//') ? `https:${source}` : source;
  if (!remote || !/^https?:\/\//i.test(address) || address.length > MAX_ADDRESS_LENGTH) return rest;
  if (!remote.has(address) && remote.size >= MAX_REMOTE_IMAGES) return rest;
  if (!remote.has(address)) remote.set(address, remote.size);
  return { ...rest, 'data-remote': String(remote.get(address)) };
}

/** Returns true for bitmap images. SVG is excluded, because it is a document. */
const isSmallPicture = (source: string): boolean =>
  source.length <= MAX_DATA_IMAGE_LENGTH &&
  /^data:image\/(?:png|jpe?g|gif|webp|bmp|avif);base64,[A-Za-z0-9+/=\s%]*$/i.test(source);
