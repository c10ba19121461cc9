const SILENT =
  /^(?:.*[._+-])?(?:no-?_?\.?reply|do-?_?\.?not-?_?\.?reply|notifications?|mailer-?daemon|postmaster|bounces?)(?:[._+-].*)?$/i;

/** Whether nobody reads what is sent to an address: `no-reply@`, `notifications@`, `mailer-daemon@` and their like. */
export const isNoReply = (address: string): boolean =>
  SILENT.test(address.slice(0, Math.max(0, address.lastIndexOf('@'))));
