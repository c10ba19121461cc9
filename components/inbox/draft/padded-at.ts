/** Returns a text with the spaces that it needs between what stands before and after it. */
export function paddedAt(text: string, before: string, after: string): string {
  const [start, end] = [/\S$/.test(before) ? ' ' : '', /^[^\s.,;:!?]/.test(after) ? ' ' : ''];
  return `${start}${text}${end}`;
}
