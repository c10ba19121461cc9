import { sendErrorText } from '#components/inbox/problem-text.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { Say } from '#lib/i18n/console/texts.ts';

/** How many seconds a mail is held back before it is sent. */
export const UNDO_SECONDS = 10;

/** The state of a send that was held back. Only the first two may still change. */
export type SendFate = OpenFate | { readonly kind: 'sent' | 'back' | 'trouble'; readonly text: string };
/** What the state of a send is written with. */
export type FateWords = { readonly t: Say<'reply'>; readonly inbox: Say<'inbox'> };
type OpenFate = { readonly kind: 'held' | 'leaving' };

/** A mail that the server holds back, with the page's own data. */
export type HeldSend = {
  readonly draftId: string;
  readonly threadId: string;
  readonly toEmail: string;
  /** When the mail is sent, by the server's clock. A different time means a different send. */
  readonly sendAt: string;
  /** The same time by this computer's clock, which may be wrong. */
  readonly dueMs: number;
  readonly fate: SendFate;
  /** Why the send could not be cancelled. */
  readonly note: string | null;
};

/** A mail that is held back and will be sent in `inMs` milliseconds. */
export type Holding = Omit<HeldSend, 'dueMs' | 'fate' | 'note'> & { readonly inMs: number };

/** Returns true when the server holds a draft back until its send time. */
export const isHeld = ({ status, sendAt }: Pick<EmailDraftView, 'status' | 'sendAt'>): boolean =>
  sendAt !== null && (status === 'approved' || status === 'failed');

/**
 * Returns the state of a send from its draft, or from null when the draft was deleted. `toEmail` is passed separately,
 * because a draft may have lost the recipient once its send has ended or was cancelled.
 */
export function fateOf(draft: EmailDraftView | null, toEmail: string, { t, inbox }: FateWords): SendFate {
  if (draft === null) return { kind: 'back', text: t('fate_deleted') };
  if (isHeld(draft)) return { kind: 'held' };
  const { status, lastError } = draft;
  switch (status) {
    case 'sending':
      return { kind: 'leaving' };
    case 'sent':
      return { kind: 'sent', text: t('fate_sent', { email: toEmail }) };
    case 'failed':
      return {
        kind: 'trouble',
        text: `${t('fate_failed', { email: toEmail })} ${lastError ? sendErrorText(lastError, inbox) : ''}`.trim(),
      };
    case 'send_unknown':
      return { kind: 'trouble', text: t('fate_unknown', { email: toEmail }) };
    case 'pending':
    case 'approved':
    case 'rejected':
    case 'superseded':
      return { kind: 'back', text: t('fate_back', { email: toEmail }) };
  }
}

/** Returns the text for a user who tried to cancel the send. */
export function undoText(fate: SendFate, t: Say<'reply'>): string {
  if (isOpen(fate)) return t('tooLateSending');
  if (fate.kind === 'back') return fate.text;
  return t('tooLate', { fate: fate.text });
}

/** Returns true while the state may still change. */
export const isOpen = (fate: SendFate): fate is OpenFate => fate.kind === 'held' || fate.kind === 'leaving';

/** Returns the whole seconds until the mail is sent. */
export const secondsLeft = ({ dueMs }: Pick<HeldSend, 'dueMs'>, nowMs: number): number =>
  Math.max(0, Math.ceil((dueMs - nowMs) / 1000));
