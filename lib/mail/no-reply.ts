const SILENT =
  /^(?:.*[._+-])?(?:no-?_?\.?reply|do-?_?\.?not-?_?\.?reply|notifications?|mailer-?daemon|postmaster|bounces?)(?:[._+-].*)?$/i;

/**
 * Returns true for an address whose mail no person reads: `no-reply@`, `notifications@`, `mailer-daemon@` and similar
 * ones.
 */
export const isNoReply = (address: string): boolean =>
  SILENT.test(address.slice(0, Math.max(0, address.lastIndexOf('@'))));
