/** What a store can hold of a text: no NUL and no half of a surrogate pair. */
export const storedText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** The same for one line of at most so many UTF-16 units: control characters become blanks, the end is cut. */
export const storedLine = (text: string, most: number): string =>
  text
    .slice(0, most + 1_000)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, most)
    .toWellFormed();

/** The beginning of a text in at most so many bytes of UTF-8, between two characters. */
export function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text.slice(0, most));
  if (text.length <= most && bytes.byteLength <= most) return text;
  let end = Math.min(most, bytes.byteLength);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end).replace(/\ufffd$/, '');
}
