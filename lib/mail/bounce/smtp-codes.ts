/** The codes in a server's text: the basic reply code (RFC 5321) and the enhanced status (RFC 3463). */
export type SmtpCodes = { readonly replyCode: string | null; readonly status: string | null };

// A part of an IP address or of a version number does not match.
const STATUS = /(?<![\w.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\w)/g;
const REPLY = /(?:^|[\s<(['":#])([245][0-5]\d)(?=[\s\-:;,'"]|$)/g;

/**
 * Returns the last failure code in a text, or else the last success code. A relay appends the other server's text at
 * the end.
 */
export function smtpCodes(text: string): SmtpCodes {
  return {
    replyCode: lastOf([...text.matchAll(REPLY)].map((match) => match[1] ?? '')),
    status: lastOf(text.match(STATUS) ?? []),
  };
}

const lastOf = (codes: readonly string[]) => codes.findLast((code) => !code.startsWith('2')) ?? codes.at(-1) ?? null;

/** Returns true for a status like "5.0.0", which only says that the delivery failed. */
export const isVague = (status: string | null): boolean => status === null || /^\d\.0\.0$/.test(status);
