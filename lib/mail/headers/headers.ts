import { fieldsOf, fieldValue } from '#lib/mail/mime/fields.ts';
import type { RawHeader } from '#lib/mail/ports.ts';

/**
 * A mail may have each of these fields only once. With duplicates, an attacker can fool readers that disagree about
 * which one counts.
 */
export const singleFields = ['from', 'subject', 'message-id', 'date'];

/** The prefix for later duplicates, so that the parser does not read them as the first. */
export const REPEATED = 'x-repeated-';

/**
 * Returns the header fields of a mail in order, from its raw bytes or its header block. Names are lower-cased, values
 * are unfolded but still encoded. Lines that are not fields are left out.
 */
export function readHeaders(raw: Uint8Array): RawHeader[] {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return fieldsOf(bytes.toString('latin1', 0, headerLength(raw)))
    .filter(({ name }) => name !== '')
    .map((field) => ({ name: field.name, value: Buffer.from(fieldValue(field), 'latin1').toString('utf8') }));
}

/** Returns the length of the header block in bytes, including the empty line that ends it. */
export function headerLength(raw: Uint8Array): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf(0x0a, at);
    if (lineEnd === -1) break;
    if (lineEnd === at || (lineEnd === at + 1 && bytes[at] === 0x0d)) return lineEnd + 1;
    at = lineEnd + 1;
  }
  return bytes.length;
}

/** Returns the value of a field, the first one if it is repeated. `name` is lower-case. */
export const headerOf = (headers: readonly RawHeader[], name: string): string | null =>
  headers.find((header) => header.name === name)?.value ?? null;

/** Returns every value of a field, in order. */
export const headersOf = (headers: readonly RawHeader[], name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value);

/** Returns true when From, Subject, Message-ID or Date was repeated. `normaliseMail` renames the later ones. */
export const hasRepeats = (headers: readonly RawHeader[]): boolean =>
  singleFields.some((name) => headersOf(headers, name).length > 1 || headerOf(headers, REPEATED + name) !== null);
