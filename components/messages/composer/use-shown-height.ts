import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Publishes the height of an element at the bottom of the page as a CSS variable, so that floating elements stay clear
 * of it.
 */
export function useShownHeight(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--composer', `${element.getBoundingClientRect().height}px`);
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => {
      watcher.disconnect();
      style.removeProperty('--composer');
    };
  }, []);
  return frame;
}
