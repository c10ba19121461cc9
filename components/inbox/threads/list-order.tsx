'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useDesk } from '#components/inbox/desk-context.ts';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';

type ListOrderProps = { readonly ids: readonly string[]; readonly openId: string | null; readonly filter: InboxFilter };

/**
 * Tells the desk which threads are listed, and keeps the list where it was scrolled to: it is built anew with every
 * thread that is opened, and must not jump under the eyes of whoever works through it.
 */
export function ListOrder({ ids, openId, filter }: ListOrderProps) {
  const { list, scrolled } = useDesk();
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

/** Brings the open row into the list, and moves nothing else of the page. */
function reveal(frame: HTMLElement, row: HTMLElement | null): void {
  if (!row) return;
  const [outer, inner] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top) frame.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom;
}
