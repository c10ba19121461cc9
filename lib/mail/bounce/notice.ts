import type { ParsedMail } from '#lib/mail/ports.ts';

/** What a plain-text notice says about one recipient. `words` are the lines about that recipient. */
export type NoticeRecipient = { readonly address: string; readonly words: string };

const MAX_NOTICE = 64 * 1024;
const MAX_RECIPIENTS = 100;

/** Matches where the notice ends and the returned mail begins. */
const RETURNED =
  /^[-=\s#*]*(?:(?:below|this|here|enclosed|attached)(?: this line)?(?: is)? (?:a )?copy\b|below this line is\b|(?:start of |the )?(?:original|returned|unsent) (?:message|mail)(?: info| headers)?(?: follows?)?\W*$|message headers follow|below is a copy|enclosed is a copy|en-têtes de message d'origine|ursprüngliche nachrichtenkopf)/i;
const COPIED_HEADER = /^(?:received|return-path|dkim-signature|x-originating-ip|message-id):/i;

const ADDRESS = /(?:"[^"\s]{1,64}"|[\w!#$%&'*+/=?^`{|}~.-]{1,64})@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;
/** Matches words right before an address that mark it as the mail's recipient. */
const FOR =
  /(?:^|[^\w])(?:to|rcpt to:?|recipients?|recipient address|address|addressed to|errors?|size|destinataires?|адрес\w*|кому)[:\s]*[<'"[]?$/i;
/** Matches words right before an address that mark it as another person's. */
const NOT_FOR =
  /(?:mail from:?|from:?|f=|sender|contact|postmaster|envelope-from|generated from|expanded from|for assistance|email)[\s:=<[('"]*$/i;

/** Matches a failure code. A line with a code is about the address it names. */
const CODE = /(?<![\w.])[45](?:\d\d|\.\d{1,3}\.\d{1,3})(?!\.?\w)/;

/** Returns the text of a notice without the returned mail, or "". */
export function noticeText(mail: ParsedMail): string {
  const text = (mail.text.trim() || bare(mail.html ?? '')).slice(0, MAX_NOTICE);
  const lines = text.split(/\r\n|\n|\r/);
  const end = lines.findIndex((line, at) => at > 0 && (RETURNED.test(line) || COPIED_HEADER.test(line)));
  return lines.slice(0, end < 0 ? lines.length : end).join('\n');
}

const bare = (html: string) =>
  html
    .slice(0, 4 * MAX_NOTICE)
    .replace(/<(?:br|p|div|tr|li)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, ' ');

/**
 * Returns the recipients that a notice is about. These are the addresses in `failed`, or else addresses that begin a
 * line or follow words like "to" and "recipient". The text of each extends to the next one.
 */
export function noticeRecipients(text: string, failed: readonly string[], not: ReadonlySet<string>): NoticeRecipient[] {
  const lines = text.split('\n');
  const named = failed.length > 0 ? failed : addressesIn(lines, not);
  if (named.length === 1) return [{ address: named[0] ?? '', words: text }];
  const starts = named
    .map((address) => ({ address, first: lines.findIndex((line) => line.toLowerCase().includes(address)) }))
    .sort((a, b) => a.first - b.first);
  return starts.map(({ address, first }, at) => ({
    address,
    words: first < 0 ? '' : lines.slice(first, starts[at + 1]?.first ?? lines.length).join('\n'),
  }));
}

function addressesIn(lines: readonly string[], not: ReadonlySet<string>): string[] {
  const strong = new Set<string>();
  const weak = new Set<string>();
  for (const line of lines) {
    if (strong.size >= MAX_RECIPIENTS) break;
    for (const match of line.slice(0, 1000).matchAll(ADDRESS)) {
      const address = match[0].toLowerCase();
      const before = line.slice(Math.max(0, match.index - 60), match.index);
      if (not.has(address) || NOT_FOR.test(before)) continue;
      if (/^[\s<>*\d.[(-]*$/.test(before) || FOR.test(before)) strong.add(address);
      else if (CODE.test(line)) weak.add(address);
    }
  }
  return [...(strong.size > 0 ? strong : weak)].slice(0, MAX_RECIPIENTS);
}

/** Returns the addresses in a text, lower-cased, each once. */
export const addressesOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, 8000)
        .match(ADDRESS)
        ?.map((a) => a.toLowerCase()) ?? [],
    ),
  ].slice(0, MAX_RECIPIENTS);
