/** What a server's words say in figures: the basic reply code (RFC 5321) and the enhanced status (RFC 3463). */
export type SmtpCodes = { readonly replyCode: string | null; readonly status: string | null };

// Neither a piece of an IP address nor of a version is one.
const STATUS = /(?<![\w.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\w)/g;
const REPLY = /(?:^|[\s<(['":#])([245][0-5]\d)(?=[\s\-:;,'"]|$)/g;

/** The last refusal in a text, for a relay puts the words of the server behind it at the end; else the last consent. */
export function smtpCodes(text: string): SmtpCodes {
  return {
    replyCode: lastOf([...text.matchAll(REPLY)].map((match) => match[1] ?? '')),
    status: lastOf(text.match(STATUS) ?? []),
  };
}

const lastOf = (codes: readonly string[]) => codes.findLast((code) => !code.startsWith('2')) ?? codes.at(-1) ?? null;

/** "5.0.0" says no more than that it failed. */
export const isVague = (status: string | null): boolean => status === null || /^\d\.0\.0$/.test(status);
