import type { MailAuthentication, RawHeader } from '#lib/mail/ports.ts';

const MAX_VALUE = 8192;
const MAX_FIELDS = 20;
const FIELD = 'authentication-results';

/**
 * Returns the verdict of the channel's own receiving server (RFC 8601). Only fields with the server's name count, and
 * only above the next Received field: the sender may have forged anything below. Returns null without a trusted name,
 * and when the server added no field.
 */
export function mailAuthentication(
  headers: readonly RawHeader[],
  authservId: string | null,
): MailAuthentication | null {
  if (!authservId) return null;
  const fields = trusted(headers, authservId.toLowerCase());
  if (fields.length === 0) return null;
  const found = fields
    .flatMap(({ value }) => plain(value).split(';').slice(1))
    .flatMap((part) => {
      const [, method = '', result] = /^\s*([a-z-]{1,20})\s*(?:\/\s*\d+)?\s*=\s*([a-z]{1,20})\b/i.exec(part) ?? [];
      return result ? [{ method: method.toLowerCase(), result: result.toLowerCase() }] : [];
    });
  const resultsOf = (name: string) => found.filter(({ method }) => method === name).map(({ result }) => result);
  // A mail may have several signatures, and one valid signature is enough (RFC 6376).
  const dkim = resultsOf('dkim');
  return {
    spf: resultsOf('spf')[0] ?? null,
    dkim: dkim.includes('pass') ? 'pass' : (dkim[0] ?? null),
    dmarc: resultsOf('dmarc')[0] ?? null,
  };
}

/** Returns the fields of the trusted server: the topmost one, and further ones before the next hop. */
function trusted(headers: readonly RawHeader[], authservId: string): RawHeader[] {
  const isOurs = ({ name, value }: RawHeader) => name === FIELD && servedBy(value) === authservId;
  const first = headers.findIndex(isOurs);
  if (first < 0) return [];
  const hop = headers.findIndex(({ name }, at) => at > first && name === 'received');
  return headers
    .slice(first, hop < 0 ? headers.length : hop)
    .filter(isOurs)
    .slice(0, MAX_FIELDS);
}

const servedBy = (value: string) => /^\s*"?([^\s";]{1,255})"?/.exec(plain(value))?.[1]?.toLowerCase() ?? null;

/** Returns a value without (nested) comments. Semicolons inside quotes become blanks. */
function plain(value: string): string {
  let depth = 0;
  let quoted = false;
  let kept = '';
  for (let at = 0; at < Math.min(value.length, MAX_VALUE); at += 1) {
    const character = value.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"' && depth === 0) quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += quoted && character === ';' ? ' ' : character;
  }
  return kept;
}
