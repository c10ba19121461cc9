import { useRouter } from 'next/navigation';
import { useCallback, useMemo, useRef } from 'react';
import type { Inbox, Listed } from '#components/inbox/inbox-context.ts';
import { inboxHref } from '#components/inbox/inbox-href.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { opensNext } from './open-next.ts';
import { neighbourOf, reordered, type ThreadOrder } from './thread-order.ts';

/** Provides the navigation between threads in the order of the list from which they were opened. */
export function useThreadOrder(announce: Inbox['announce']): Pick<Inbox, 'list' | 'walk' | 'goOn'> {
  const router = useRouter();
  const t = useSay('inbox');
  const order = useRef<ThreadOrder>({ known: [], present: [] });
  const shown = useRef<Omit<Listed, 'ids'> | null>(null);

  const list = useCallback(({ ids, openId, filter }: Listed) => {
    order.current = reordered(order.current, ids, openId);
    shown.current = { openId, filter };
  }, []);
  const walk = useCallback(
    (by: 1 | -1): boolean => {
      if (!shown.current) return false;
      const { openId, filter } = shown.current;
      const next = openId === null ? (order.current.present[0] ?? null) : neighbourOf(order.current, openId, by);
      if (next === null) announce(t(by === 1 ? 'lastThread' : 'firstThread'));
      else router.push(inboxHref(filter, next));
      return next !== null;
    },
    [announce, router, t],
  );
  const goOn = useCallback(() => {
    if (opensNext() && !walk(1)) router.push(inboxHref(shown.current?.filter ?? {}));
  }, [router, walk]);

  return useMemo(() => ({ list, walk: (by) => void walk(by), goOn }), [list, walk, goOn]);
}
