import { openStorage } from '#lib/web/browser-storage.ts';
import type { HeldSend } from './held-send.ts';

const NAME = 'plaza.inbox-sends';
const storage = () => openStorage(() => window.sessionStorage);

/** Stores the recent sends of this tab, so that they survive a reload. */
export function storeSends(sends: readonly HeldSend[]): void {
  if (sends.length === 0) storage().removeItem(NAME);
  else storage().setItem(NAME, JSON.stringify(sends));
}

/** Returns the sends stored by an earlier page. Each is checked with the server, so outdated data does no harm. */
export function readStoredSends(): readonly HeldSend[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap((stored: unknown) => toHeld(stored) ?? []) : [];
  } catch {
    return [];
  }
}

function toHeld(kept: unknown): HeldSend | null {
  const { draftId, threadId, toEmail, sendAt, dueMs } = (kept ?? {}) as Partial<Record<keyof HeldSend, unknown>>; // each field is checked below
  if (![draftId, threadId, toEmail, sendAt].every((text) => typeof text === 'string')) return null;
  if (typeof dueMs !== 'number') return null;
  return { ...(kept as HeldSend), fate: { kind: 'held' }, note: null }; // every field was just checked
}
