import { fullerReading } from './mime/fuller-reading.ts';
import { normalMail } from './mime/normalise-mail.ts';
import { parsedMail } from './parsed-mail.ts';
import { partialMail } from './partial-mail.ts';
import type { MailContent, MailParsers, ParsedMail } from './ports.ts';

type Parser = Pick<MailParsers, 'parse'>;

/**
 * Reads a mail from its raw bytes: repairs it, parses it and reads its headers. When the repair changed the parts, the
 * unrepaired mail is parsed too, so that no content of either is lost. Throws only MailParseError.
 */
export async function parseSource(
  tools: Pick<MailParsers, 'parse' | 'cleanHtml'>,
  raw: Uint8Array,
): Promise<ParsedMail> {
  const { bytes, bare } = normalMail(raw);
  const content = await tools.parse(bytes);
  const unmended = bare === null ? null : await tools.parse(bare).catch(() => null);
  const fuller = unmended && fullerReading(content, unmended, (html) => tools.cleanHtml(html).text);
  return parsedMail(bytes, fuller ?? content);
}

/**
 * Reads the beginning of a mail that is too large: headers and the first text. Other parts are listed by name, as far
 * as they are visible, but empty. Sets the flag `truncated`. `sizeBytes` is the size of the whole mail.
 */
export async function parsePartialSource(tools: Parser, start: Uint8Array, sizeBytes: number): Promise<ParsedMail> {
  const { raw, sizes } = partialMail(start, sizeBytes);
  const content: MailContent = await tools.parse(raw);
  const parts = content.parts.map((part, i) => ({ ...part, sizeBytes: sizes[i] ?? part.sizeBytes }));
  const mail = parsedMail(raw, { ...content, parts });
  return { ...mail, flags: [...mail.flags, 'truncated'] };
}
