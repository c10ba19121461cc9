'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';

type ListOrderProps = { readonly ids: readonly string[]; readonly openId: string | null; readonly filter: InboxFilter };

/**
 * Reports the listed threads to the inbox and restores the scroll position of the list. The list is rendered anew with
 * every opened thread, and must not jump while the user works through it.
 */
export function ListOrder({ ids, openId, filter }: ListOrderProps) {
  const { list, scrolled } = useInbox();
  const of = inboxHref(filter);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => list({ ids, openId, filter }), [list, ids, openId, filter]);
  useLayoutEffect(() => {
    const frame = mark.current?.closest<HTMLElement>('.inbox-list');
    if (!frame) return;
    frame.scrollTop = scrolled.current.of === of ? scrolled.current.top : 0;
    reveal(frame, frame.querySelector<HTMLElement>('[aria-current]'));
    const note = () => {
      scrolled.current = { of, top: frame.scrollTop };
    };
    frame.addEventListener('scroll', note, { passive: true });
    return () => frame.removeEventListener('scroll', note);
  }, [scrolled, of]);
  return <span ref={mark} hidden />;
}

/** Scrolls the open row into the list without moving the rest of the page. */
function reveal(frame: HTMLElement, row: HTMLElement | null): void {
  if (!row) return;
  const [outer, inner] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top) frame.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom;
}
