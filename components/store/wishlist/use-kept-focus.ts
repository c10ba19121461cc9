import { useEffect, useRef } from 'react';
import { nextItem } from './next-item.ts';

/**
 * Keeps the focus in a list whose item leaves with the button that was pressed in it: the next item takes it, and what
 * is `around` the list once that is empty. Call `hold` with the item that gets the focus, and with null when it loses it.
 */
export function useKeptFocus(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const around = useRef<HTMLElement>(null);
  const held = useRef<string | null>(null);
  const before = useRef(ids);

  useEffect(() => {
    const next = nextItem(before.current, ids, held.current);
    before.current = ids;
    if (next === undefined) return;
    held.current = null;
    const item = next === null ? undefined : list.current?.children[ids.indexOf(next)];
    (item?.querySelector<HTMLElement>('a, button') ?? around.current)?.focus();
  }, [ids]);

  const hold = (id: string | null) => {
    held.current = id;
  };
  return { list, around, hold };
}
