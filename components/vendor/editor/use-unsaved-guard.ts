import { useEffect, useEffectEvent } from 'react';

/** Asks before a page with unsaved changes is left, by a link in it or by the browser. */
export function useUnsavedGuard(isUnsaved: boolean, question: string): void {
  const mayLeave = useEffectEvent(() => !isUnsaved || window.confirm(question));
  const stays = useEffectEvent(() => isUnsaved);

  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('beforeunload', (event) => stays() && event.preventDefault(), stop);
    // In the capture phase, before the router follows the link.
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || link?.getAttribute('target');
        if (!link || opensElsewhere || link.getAttribute('href')?.startsWith('#') || mayLeave()) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true, signal: stop.signal },
    );
    return () => stop.abort();
  }, []);
}
