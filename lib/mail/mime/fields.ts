/**
 * Structured fields of MIME (RFC 2045, RFC 2183, RFC 2231), read exactly as the mail parser reads them. The repair must
 * see the same boundaries and names as the parser, even in mails that break the rules.
 */
export type StructuredField = {
  /** Lower-cased. "" when the field is missing or empty. */
  readonly value: string;
  readonly params: ReadonlyMap<string, string>;
};

/** A raw field of a header block. `text` is Latin-1 and ends with its line break. */
export type RawField = { readonly name: string; readonly text: string };

/** Splits a header block into fields. `block` is Latin-1. A line that is not a field is kept with the name "". */
export function fieldsOf(block: string): RawField[] {
  const fields: { name: string; text: string }[] = [];
  let above = '';
  for (let at = 0; at < block.length; ) {
    const lineEnd = block.indexOf('\n', at);
    const end = lineEnd === -1 ? block.length : lineEnd + 1;
    const line = block.slice(at, end);
    const last = fields.at(-1);
    if (last && (/^[ \t]/.test(line) || (last.name.startsWith('content-') && isUnfolded(line, above))))
      last.text += line;
    else fields.push({ name: nameOf(line), text: line });
    above = line;
    at = end;
  }
  return fields;
}

/** Returns true for a parameter on its own line without the leading blank, which some programs forget. */
const isUnfolded = (line: string, above: string): boolean =>
  /^[a-z][a-z-]{1,30}(?:\*\d{0,4}\*?)?=/i.test(line) && above.trimEnd().endsWith(';');

/** Returns true when a line of a header block is a field or continues the line `above`. */
export const isHeaderLine = (line: string, above: string): boolean =>
  /^(?:[ \t]|[!-9;-~]{1,100}[ \t]*:)/.test(line) || isUnfolded(line, above);

/** Returns the field with a blank at the beginning of each continuation line. */
export const folded = (text: string): string => text.replace(/\n(?=[^ \t\r\n])/g, '\n\t');

function nameOf(line: string): string {
  // The separator line of an mbox file is not a field.
  if (/^From /i.test(line)) return '';
  const colon = line.indexOf(':');
  return colon === -1 ? '' : line.slice(0, colon).trim().toLowerCase();
}

/** Returns the unfolded value of a field. */
export const fieldValue = (field: RawField): string =>
  field.text
    .slice(field.text.indexOf(':') + 1)
    .replace(/\r?\n[ \t]*/g, ' ')
    .trim();

/** Reads `value; name=value; …`. The last of a repeated parameter counts. RFC 2231 pieces are joined. */
export function structuredField(text: string): StructuredField {
  const [value = '', ...rest] = splitOutsideQuotes(text);
  const plain = new Map<string, string>();
  const pieces = new Map<string, { nr: number; text: string }[]>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    const name = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    const content = equals === -1 ? '' : unquoted(part.slice(equals + 1));
    const continued = /\*((\d{1,4})\*?)?$/.exec(name);
    if (!continued) plain.set(name, content);
    else {
      const base = name.slice(0, continued.index);
      const known = pieces.get(base);
      const piece = { nr: Number(continued[2] ?? 0), text: percentDecoded(content, name.endsWith('*')) };
      if (known) known.push(piece);
      else pieces.set(base, [piece]);
    }
  }
  for (const [name, list] of pieces) {
    const text = list
      .sort((a, b) => a.nr - b.nr)
      .map((piece) => piece.text)
      .join('');
    plain.set(name, text);
  }
  return { value: unquoted(value).toLowerCase(), params: plain };
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let from = 0;
  let isInValue = true;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (isInValue && sign === '\\') i++;
    else if (isInValue && sign === '"') isQuoted = !isQuoted;
    else if (!isInValue && sign === '=') isInValue = true;
    else if (!isQuoted && sign === ';') {
      parts.push(text.slice(from, i));
      from = i + 1;
      isInValue = false;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** Removes quotes and escapes. Blanks belong to the value only inside quotes. */
function unquoted(text: string): string {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    let sign = text.charAt(i);
    const isEscaped = sign === '\\';
    if (isEscaped) sign = text.charAt(++i);
    else if (sign === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    const isBlank = !isQuoted && !isEscaped && /\s/.test(sign);
    if (isBlank && value === '') continue;
    value += sign;
    if (!isBlank) kept = value.length;
  }
  return value.slice(0, kept);
}

function percentDecoded(text: string, isExtended: boolean): string {
  if (!isExtended) return text;
  const bare = /^[^']*'[^']*'(.*)$/s.exec(text)?.[1] ?? text;
  return bare.replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
