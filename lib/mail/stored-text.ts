/** Returns a text that a store can hold, without NUL and lone surrogates. */
export const storedText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Returns one line of at most `most` UTF-16 units. Control characters become blanks, and the end is cut. */
export const storedLine = (text: string, most: number): string =>
  text
    .slice(0, most + 1_000)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, most)
    .toWellFormed();

/** Returns the beginning of a text in at most `most` bytes of UTF-8, without splitting a character. */
export function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text.slice(0, most));
  if (text.length <= most && bytes.byteLength <= most) return text;
  let end = Math.min(most, bytes.byteLength);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end).replace(/\ufffd$/, '');
}
