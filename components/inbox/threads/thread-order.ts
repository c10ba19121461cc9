/** The list beside a thread, and as it was when the thread was last in it. */
export type ThreadOrder = { readonly known: readonly string[]; readonly present: readonly string[] };

/**
 * Takes in the list as it is now. A thread that has left it, for it is answered or resolved, keeps the place it had, so
 * that there is still a next one.
 */
export const reordered = (before: ThreadOrder, present: readonly string[], openId: string | null): ThreadOrder => ({
  present,
  known: openId === null || present.includes(openId) || !before.known.includes(openId) ? present : before.known,
});

/** The nearest thread before or after one that is still in the list; null at its ends. */
export function neighbourOf({ known, present }: ThreadOrder, openId: string, by: 1 | -1): string | null {
  const at = known.indexOf(openId);
  if (at === -1) return present[0] ?? null;
  for (let place = at + by; place >= 0 && place < known.length; place += by) {
    const id = known[place];
    if (id !== undefined && present.includes(id)) return id;
  }
  return null;
}
