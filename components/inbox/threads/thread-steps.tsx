'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';

/** Shows buttons for the previous and the next thread, because a phone shows no list next to the thread. */
export function ThreadSteps() {
  const { walk } = useInbox();
  const t = useSay('inbox');
  const step = 'flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken';
  return (
    <>
      <button
        type="button"
        aria-label={t('previousThread')}
        title={`${t('previousThread')} (p)`}
        onClick={() => walk(-1)}
        className={step}
      >
        <ChevronUp aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        aria-label={t('nextThread')}
        title={`${t('nextThread')} (n)`}
        onClick={() => walk(1)}
        className={step}
      >
        <ChevronDown aria-hidden className="size-5" />
      </button>
    </>
  );
}
