import { withoutEnd } from '#lib/core/without-end.ts';
import { readable } from '#lib/language/tokens.ts';

/** Matches a URL with a scheme, a host that begins with www, a mail address, or a bare host with a common ending. */
const LINK =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|www\.)[^\s<>"'()[\]{}«»„“”]{1,2000}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{3,253}|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:com|net|org|info|biz|io|co|me|ru|ua|su|рф|укр|dev|app|shop|store|online|site|xyz|top|club|link|click|test|example|eu|de|pl|uk|us|cn|tk|ly|gl|to|cc|pro|live|space|website|tech|win|vip|icu)\b(?:[/?#:][^\s<>"'()[\]{}«»]{0,2000})?/giu;
const MOST_LINKS = 20;

const withoutTail = (link: string): string => withoutEnd(link, '.,;:!?');

/** Returns the host of a link as a browser reads it, or null when the link has none. */
function hostOf(link: string): string | null {
  const bare = withoutTail(link);
  const isMail = /^mailto:/i.test(bare) || (!bare.includes('//') && /^[^/?#]+@/.test(bare));
  const rest = isMail ? `https://${bare.slice(bare.lastIndexOf('@') + 1)}` : bare;
  try {
    const url = new URL(rest.includes('://') ? rest.replace(/^[a-z][a-z0-9+.-]*:/i, 'https:') : `https://${rest}`);
    return url.hostname.replace(/^www\./, '').replace(/\.$/, '') || null;
  } catch {
    return null;
  }
}

/** Returns the links of a text in order, each once. */
export const linksOf = (text: string): string[] => [...new Set((readable(text).match(LINK) ?? []).map(withoutTail))];

const isWithin = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((own) => host === own || host.endsWith(`.${own}`));

/**
 * Returns the links of a draft that lead neither to us nor to a host that the mail itself mentions. They are shown to
 * the person who approves the draft. A link with an unreadable host counts as foreign.
 */
export function foreignLinksOf(
  draft: string,
  known: { readonly ownHosts: readonly string[]; readonly mails: readonly string[] },
): string[] {
  const own = known.ownHosts.map((host) => host.toLowerCase().replace(/^www\./, ''));
  const named = new Set(known.mails.flatMap(linksOf).map(hostOf));
  return linksOf(draft)
    .filter((link) => {
      const host = hostOf(link);
      return host === null || !(isWithin(host, own) || named.has(host));
    })
    .map((link) => link.slice(0, 300))
    .slice(0, MOST_LINKS);
}
