import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance the reader counts as being at the end. */
const AT_END_PX = 48;
/** Where the line before the first unread message, or a requested message, is placed, as a share of the visible height. */
const LEAD = 0.2;

type Anchor = { readonly key: string; readonly top: number };

/**
 * Keeps the reader's place fixed while messages are added before or after it. The scroller counts from its end
 * (`column-reverse`), so that a conversation opens at the end and stays there without a script.
 */
export function useThreadScroll(scroller: RefObject<HTMLElement | null>, rows: readonly { readonly key: string }[]) {
  const anchor = useRef<Anchor | null>(null);
  const [isFar, setFar] = useState(false);
  const isAtEnd = useRef(true);

  const note = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const fromEnd = Math.abs(box.scrollTop);
    isAtEnd.current = fromEnd < AT_END_PX;
    setFar(fromEnd > box.clientHeight);
    anchor.current = isAtEnd.current ? null : firstInSight(box);
  }, [scroller]);

  useEffect(() => {
    const box = scroller.current;
    const stop = new AbortController();
    box?.addEventListener('scroll', note, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [scroller, note]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after each change of the rows and measures the page.
  useLayoutEffect(() => {
    const box = scroller.current;
    const held = anchor.current;
    if (!box || !held) return;
    const row = rowOf(box, held.key);
    if (row) box.scrollTop += topOf(row, box) - held.top;
    note();
  }, [rows]);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    anchor.current = null;
    if (box) box.scrollTop = 0;
    note();
  }, [scroller, note]);

  const toRow = useCallback(
    (key: string): HTMLElement | null => {
      const box = scroller.current;
      const row = box && rowOf(box, key);
      if (!box || !row) return null;
      // Rows out of view have a height only once they are rendered, so the second step corrects the first.
      for (let step = 0; step < 2; step += 1) box.scrollTop += topOf(row, box) - box.clientHeight * LEAD;
      note();
      return row;
    },
    [scroller, note],
  );

  return { isFar, isAtEnd, toEnd, toRow };
}

const topOf = (row: Element, box: Element): number => row.getBoundingClientRect().top - box.getBoundingClientRect().top;

const rowsIn = (box: Element): readonly HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-row]')];
const rowOf = (box: Element, key: string): HTMLElement | null =>
  rowsIn(box).find(({ dataset }) => dataset.row === key) ?? null;

/** Returns the first row whose bottom edge is in view. The rows are in order, so a binary search finds it. */
function firstInSight(box: Element): Anchor | null {
  const rows = rowsIn(box);
  const edge = box.getBoundingClientRect().top;
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) <= edge) from = middle + 1;
    else to = middle;
  }
  const row = rows[from];
  return row?.dataset.row ? { key: row.dataset.row, top: topOf(row, box) } : null;
}
