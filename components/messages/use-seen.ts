import { type RefObject, useEffect, useEffectEvent } from 'react';

/** A message counts as read when half of it has been in sight for so long. */
const SEEN_MS = 500;

const isLooking = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Tells which messages were really looked at: half in sight for half a second, in a page that is in front. */
export function useSeen(scroller: RefObject<HTMLElement | null>, rows: unknown, seen: (seq: number) => void): void {
  const tell = useEffectEvent(seen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what there is to be seen changes with the rows.
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const timers = new Map<Element, ReturnType<typeof setTimeout>>();
    const inSight = new Set<Element>();
    const start = (element: Element) => {
      if (timers.has(element)) return;
      const timer = setTimeout(() => {
        timers.delete(element);
        if (!isLooking()) return;
        inSight.delete(element);
        watch.unobserve(element);
        tell(Number(element.getAttribute('data-unread')));
      }, SEEN_MS);
      timers.set(element, timer);
    };
    const end = (element: Element) => {
      clearTimeout(timers.get(element));
      timers.delete(element);
    };
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
          const isSeen = intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? Infinity) / 2;
          if (isSeen) inSight.add(target);
          else inSight.delete(target);
          if (isSeen && isLooking()) start(target);
          else end(target);
        }
      },
      { root: box, threshold: [0, 0.25, 0.5, 0.75, 1] },
    );
    for (const element of box.querySelectorAll('[data-unread]')) watch.observe(element);

    const stop = new AbortController();
    const looked = () => {
      for (const element of inSight) if (isLooking()) start(element);
      if (!isLooking()) for (const element of [...timers.keys()]) end(element);
    };
    window.addEventListener('focus', looked, stop);
    window.addEventListener('blur', looked, stop);
    document.addEventListener('visibilitychange', looked, stop);
    return () => {
      stop.abort();
      watch.disconnect();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [scroller, rows]);
}
