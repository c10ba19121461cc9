/**
 * Returns the text without the given characters at its end. Takes a time that grows with what it takes off: the
 * expression `[…]+$` tries each run of such characters from each of its places, which grows with their square.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
