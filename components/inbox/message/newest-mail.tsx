'use client';

import { useEffect, useRef } from 'react';

/**
 * Scrolls an opened thread to its newest mail. Where the mails have a pane of their own the pane scrolls, otherwise the
 * page does. A thread with a single mail starts at its top.
 */
export function NewestMail() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const pane = mark.current?.closest<HTMLElement>('.inbox-mails');
    const mails = [...(pane?.querySelectorAll<HTMLElement>('article') ?? [])].filter((mail) => mail.checkVisibility());
    const newest = mails.at(-1);
    if (!pane || !newest || mails.length === 1) return;
    if (pane.scrollHeight > pane.clientHeight)
      pane.scrollTop += newest.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    else if (getComputedStyle(pane).overflowY === 'visible') newest.scrollIntoView({ behavior: 'instant' });
  }, []);
  return <span ref={mark} hidden />;
}
