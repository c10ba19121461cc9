import { fieldsOf, fieldValue } from '#lib/mail/mime/fields.ts';
import type { RawHeader } from '#lib/mail/ports.ts';

/** A mail may name each of these once; where it does not, readers that disagree about which one counts can be fooled. */
export const singleFields = ['from', 'subject', 'message-id', 'date'];

/** What a later one of them is renamed to, so that no reader behind us takes it for the first. */
export const REPEATED = 'x-repeated-';

/**
 * The header fields of a mail in their order, from its raw bytes or from its header block alone. Names are lower-cased,
 * values unfolded and still encoded. Lines that are no field are left out.
 */
export function readHeaders(raw: Uint8Array): RawHeader[] {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return fieldsOf(bytes.toString('latin1', 0, headerLength(raw)))
    .filter(({ name }) => name !== '')
    .map((field) => ({ name: field.name, value: Buffer.from(fieldValue(field), 'latin1').toString('utf8') }));
}

/** How many bytes the header block takes, with the empty line that ends it. */
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

/** The value of a field; the first one counts where it is repeated. `name` is lower-case. */
export const headerOf = (headers: readonly RawHeader[], name: string): string | null =>
  headers.find((header) => header.name === name)?.value ?? null;

/** Every value of a field, in order. */
export const headersOf = (headers: readonly RawHeader[], name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value);

/** Whether From, Subject, Message-ID or Date stood there more than once: `normaliseMail` renames the later ones. */
export const hasRepeats = (headers: readonly RawHeader[]): boolean =>
  singleFields.some((name) => headersOf(headers, name).length > 1 || headerOf(headers, REPEATED + name) !== null);
