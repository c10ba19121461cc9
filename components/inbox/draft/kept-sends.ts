import { openStorage } from '#lib/web/browser-storage.ts';
import type { HeldSend } from './held-send.ts';

const NAME = 'plaza.inbox-sends';
const storage = () => openStorage(() => window.sessionStorage);

/** Remembers over a reload what this tab has sent a moment ago. */
export function keepSends(sends: readonly HeldSend[]): void {
  if (sends.length === 0) storage().removeItem(NAME);
  else storage().setItem(NAME, JSON.stringify(sends));
}

/** What a page before this one has left; each is asked for anew, so a wrong word of it does no harm. */
export function keptSends(): readonly HeldSend[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap((one: unknown) => toHeld(one) ?? []) : [];
  } catch {
    return [];
  }
}

function toHeld(kept: unknown): HeldSend | null {
  const { draftId, threadId, toEmail, sendAt, dueMs } = (kept ?? {}) as Partial<Record<keyof HeldSend, unknown>>; // each is looked at next
  if (![draftId, threadId, toEmail, sendAt].every((text) => typeof text === 'string')) return null;
  if (typeof dueMs !== 'number') return null;
  return { ...(kept as HeldSend), fate: { kind: 'held' }, note: null }; // every field has just been seen
}
