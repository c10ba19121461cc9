import { fullerReading } from './mime/fuller-reading.ts';
import { normalMail } from './mime/normalise-mail.ts';
import { parsedMail } from './parsed-mail.ts';
import { partialMail } from './partial-mail.ts';
import type { MailContent, MailParsers, ParsedMail } from './ports.ts';

type Parser = Pick<MailParsers, 'parse'>;

/**
 * Reads a mail from its bytes as they came: mended, taken apart, its headers read. Where mending found other parts, the
 * mail is read without that as well, and nothing of either reading is lost. Throws MailParseError only.
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
 * Reads a mail that is too large by its beginning: headers and first text; what follows is listed by name as far as the
 * beginning shows it, and empty. Flag `truncated`. `sizeBytes` is the size of the whole mail.
 */
export async function parsePartialSource(tools: Parser, start: Uint8Array, sizeBytes: number): Promise<ParsedMail> {
  const { raw, sizes } = partialMail(start, sizeBytes);
  const content: MailContent = await tools.parse(raw);
  const parts = content.parts.map((part, i) => ({ ...part, sizeBytes: sizes[i] ?? part.sizeBytes }));
  const mail = parsedMail(raw, { ...content, parts });
  return { ...mail, flags: [...mail.flags, 'truncated'] };
}
