/** The current list next to a thread, and the list as it was when the thread was last in it. */
export type ThreadOrder = { readonly known: readonly string[]; readonly present: readonly string[] };

/**
 * Updates the order with the current list. A thread that left the list, because it was answered or resolved, keeps its
 * old place, so that it still has a next thread.
 */
export const reordered = (before: ThreadOrder, present: readonly string[], openId: string | null): ThreadOrder => ({
  present,
  known: openId === null || present.includes(openId) || !before.known.includes(openId) ? present : before.known,
});

/** Returns the nearest thread before or after the open one that is still in the list, or null at the ends. */
export function neighbourOf({ known, present }: ThreadOrder, openId: string, by: 1 | -1): string | null {
  const at = known.indexOf(openId);
  if (at === -1) return present[0] ?? null;
  for (let place = at + by; place >= 0 && place < known.length; place += by) {
    const id = known[place];
    if (id !== undefined && present.includes(id)) return id;
  }
  return null;
}
