/**
 * Returns the item that takes the focus of one that has left a list: the next one, or the last. Null when the list is
 * empty now, undefined when the focused item is still there.
 */
export function nextItem(
  before: readonly string[],
  now: readonly string[],
  focused: string | null,
): string | null | undefined {
  if (focused === null || now.includes(focused)) return undefined;
  const at = before.indexOf(focused);
  if (at < 0) return undefined;
  return before.slice(at).find((id) => now.includes(id)) ?? now.at(-1) ?? null;
}
