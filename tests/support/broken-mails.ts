import type { Random } from './random.ts';

/** A generated mail and the words of its texts. All words are distinct, and none occurs in a header. */
export type MadeMail = { readonly text: string; readonly words: readonly string[] };

/** Generates a mail of one to three levels with texts, HTML, images and named files. Lines end in CRLF. */
export function madeMail(random: Random): MadeMail {
  const words: string[] = [];
  const sentence = (): string => {
    const own = Array.from(
      { length: 2 + random.int(4) },
      () => `word${words.length + Math.floor(random.int(1000)) * 100}`,
    );
    words.push(...own);
    return own.join(' ');
  };
  const paragraphs = (): string => Array.from({ length: 1 + random.int(3) }, sentence).join('\r\n\r\n');
  const leaf = (): string => {
    const kind = random.pick(['plain', 'html', 'image', 'named'] as const);
    if (kind === 'image')
      return `Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${'iVBORw0KGgoAAAANSUhEUgAAABsAAAAb\r\n'.repeat(1 + random.int(4))}`;
    const body = kind === 'html' ? `<p>${paragraphs().replaceAll('\r\n\r\n', '</p>\r\n<p>')}</p>` : paragraphs();
    const type = kind === 'html' ? 'text/html' : 'text/plain';
    const named = kind === 'named' ? `\r\nContent-Disposition: attachment; filename=notes.txt` : '';
    const encoding = random.pick(['7bit', 'quoted-printable', 'base64']);
    const written = encoding === 'base64' ? Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n') : body;
    return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}${named}\r\n\r\n${written}\r\n`;
  };
  const multipart = (depth: number): string => {
    const boundary = `=_b${depth}${random.int(1_000_000)}`;
    const parts = Array.from({ length: 1 + random.int(3) }, () =>
      depth < 3 && random.chance(0.3) ? multipart(depth + 1) : leaf(),
    );
    const kind = random.pick(['mixed', 'alternative', 'related']);
    return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n')}\r\n--${boundary}--\r\n`;
  };
  const head = 'From: Ann <ann@shop.test>\r\nSubject: Hello\r\nMessage-ID: <1@shop.test>\r\nMIME-Version: 1.0\r\n';
  return { text: head + multipart(1), words };
}

type Break = (lines: string[], random: Random) => string[];

const delimiters = (lines: readonly string[]): number[] =>
  lines.flatMap((line, at) => (/^--\S/.test(line) ? [at] : []));
/** Applies a change to one random delimiter. A mail without delimiters stays as it is. */
const atOne =
  (change: (lines: string[], at: number, random: Random) => string[]): Break =>
  (lines, random) => {
    const found = delimiters(lines);
    return found.length === 0 ? lines : change(lines, random.pick(found), random);
  };
const ended = (line: string, text: string): string => text + (line.endsWith('\r\n') ? '\r\n' : '\n');
const isFinal = (line: string): boolean => /^--\S[^\r\n]*--\s*$/.test(line);
const charsets = ['utf8', 'x-none', '"windows-1252"', 'us-ascii', 'koi8-r', 'gb2312', 'iso-2022-jp', ''];

/** The ways in which mails are damaged in transit, by name. A mail is a list of lines, each with its line end. */
export const breaks: Readonly<Record<string, Break>> = {
  'a delimiter cut out': atOne((lines, at) => lines.toSpliced(at, 1)),
  'a delimiter cut short': atOne((lines, at, random) => {
    const line = lines[at] ?? '';
    return lines.with(at, ended(line, line.trimEnd().slice(0, -1 - random.int(3))));
  }),
  'a delimiter with something behind it': atOne((lines, at, random) => {
    const line = lines[at] ?? '';
    return lines.with(at, ended(line, line.trimEnd() + random.pick([' ', ' \t', '-', 'x', '---'])));
  }),
  'a delimiter doubled': atOne((lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')),
  'a delimiter in another place as well': atOne((lines, at, random) =>
    lines.toSpliced(random.int(lines.length), 0, lines[at] ?? ''),
  ),
  'a delimiter moved': atOne((lines, at, random) =>
    lines.toSpliced(at, 1).toSpliced(random.int(lines.length), 0, lines[at] ?? ''),
  ),
  'a delimiter that ends too early': atOne((lines, at) =>
    lines.with(at, ended(lines[at] ?? '', `${(lines[at] ?? '').trimEnd()}--`)),
  ),
  'no final delimiter': (lines) => lines.filter((line) => !isFinal(line)),
  'final delimiters that are not final': (lines) =>
    lines.map((line) => (isFinal(line) ? ended(line, line.trimEnd().slice(0, -2)) : line)),
  'an end cut off': (lines, random) => lines.slice(0, 1 + random.int(lines.length)),
  'another boundary in the header': (lines) =>
    lines.map((line) => line.replace(/boundary="?([^";\s]+)"?/i, 'boundary="$1x"')),
  'a wrong length': (lines, random) => [`Content-Length: ${random.int(200)}\r\n`, ...lines],
  'a wrong charset': (lines, random) =>
    lines.map((line) => line.replace(/charset="?[\w-]+"?/i, () => `charset=${random.pick(charsets)}`)),
};

/** Damages a mail in one to three ways; `names` lists them. */
export function brokenMail(text: string, random: Random): { readonly text: string; readonly names: readonly string[] } {
  const names = random.some(Object.keys(breaks), 1, 3);
  let lines: string[] = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const name of names) lines = breaks[name]?.([...lines], random) ?? lines;
  return { text: lines.join(''), names };
}
