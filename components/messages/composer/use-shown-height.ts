import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Lets what floats over the page keep clear of an element at its lower end: the document knows how high that is. */
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
