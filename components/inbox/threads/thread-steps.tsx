'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useInbox } from '#components/inbox/inbox-context.ts';

/** Shows buttons for the previous and the next thread, because a phone shows no list next to the thread. */
export function ThreadSteps() {
  const { walk } = useInbox();
  const step = 'flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken';
  return (
    <>
      <button
        type="button"
        aria-label="Previous thread"
        title="Previous thread (p)"
        onClick={() => walk(-1)}
        className={step}
      >
        <ChevronUp aria-hidden className="size-5" />
      </button>
      <button type="button" aria-label="Next thread" title="Next thread (n)" onClick={() => walk(1)} className={step}>
        <ChevronDown aria-hidden className="size-5" />
      </button>
    </>
  );
}
