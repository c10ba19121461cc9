import { useEffect, useEffectEvent } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { isHeld } from './held-send.ts';

/** Offers the undo for a mail that is already held back when its thread is opened, even if another person sent it. */
export function useHeld(draft: EmailDraftView, now: string): void {
  const { hold } = useInbox();
  const sendAt = isHeld(draft) ? draft.sendAt : null;
  const offer = useEffectEvent((at: string) => {
    const { id: draftId, threadId, toEmail } = draft;
    hold({ draftId, threadId, toEmail, sendAt: at, inMs: Date.parse(at) - Date.parse(now) });
  });
  useEffect(() => {
    if (sendAt !== null) offer(sendAt);
  }, [sendAt]);
}
