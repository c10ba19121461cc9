import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { ViewTracker } from '#lib/web/messages/view-tracker.ts';

const isLooking = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Reports which messages the reader has seen: half visible for half a second, in a focused page. */
export function useSeen(scroller: RefObject<HTMLElement | null>, rows: unknown, seen: (seq: number) => void): void {
  const reportSeen = useEffectEvent(seen);
  const look = useRef<() => void>(() => {});
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const tracker = new ViewTracker<Element>({
      isLooking,
      later,
      seen: (element) => {
        watch.unobserve(element);
        reportSeen(Number(element.getAttribute('data-unread')));
      },
    });
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
          const isSeen = intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? Infinity) / 2;
          if (isSeen) tracker.enters(target);
          else tracker.leaves(target);
        }
      },
      { root: box, threshold: [0, 0.25, 0.5, 0.75, 1] },
    );
    // An element that is already observed is not affected.
    look.current = () => {
      for (const element of box.querySelectorAll('[data-unread]')) if (!tracker.isDone(element)) watch.observe(element);
    };

    const stop = new AbortController();
    const looked = () => tracker.looked();
    window.addEventListener('focus', looked, stop);
    window.addEventListener('blur', looked, stop);
    document.addEventListener('visibilitychange', looked, stop);
    return () => {
      stop.abort();
      watch.disconnect();
      tracker.close();
    };
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows decide which messages can be seen.
  useEffect(() => look.current(), [rows]);
}
