'use client';

import { useEffect } from 'react';
import { watchPage } from '#lib/web/collecting/watch-page.ts';
import { whenIdle } from '#lib/web/when-idle.ts';

/** Reports errors of the page, and loads the measuring of web vitals once the page has nothing else to do. */
export function Collector() {
  useEffect(watchPage, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const onLoad = () => {
      stop = whenIdle(async () => (await import('#lib/web/collecting/report-vitals.ts')).reportVitals());
    };
    if (document.readyState === 'complete') onLoad();
    else addEventListener('load', onLoad, { once: true });
    return () => {
      removeEventListener('load', onLoad);
      stop?.();
    };
  }, []);

  return null;
}
