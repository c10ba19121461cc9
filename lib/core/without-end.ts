/**
 * Returns the text without the given characters at its end. The time is linear in the number of removed characters.
 * The expression `[…]+$` tries each run of such characters from each of its positions, which is quadratic.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
