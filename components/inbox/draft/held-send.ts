import { sendErrorText } from '#components/inbox/problem-text.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';

/** How many seconds a mail is held back before it is sent. */
export const UNDO_SECONDS = 10;

/** The state of a send that was held back. Only the first two may still change. */
export type SendFate = OpenFate | { readonly kind: 'sent' | 'back' | 'trouble'; readonly text: string };
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
export function fateOf(draft: EmailDraftView | null, toEmail: string): SendFate {
  if (draft === null) return { kind: 'back', text: 'The draft was deleted. Nothing was sent.' };
  if (isHeld(draft)) return { kind: 'held' };
  const { status, lastError } = draft;
  switch (status) {
    case 'sending':
      return { kind: 'leaving' };
    case 'sent':
      return { kind: 'sent', text: `Sent to ${toEmail}.` };
    case 'failed':
      return {
        kind: 'trouble',
        text: `The email was not sent to ${toEmail}. ${lastError ? sendErrorText(lastError) : ''}`.trim(),
      };
    case 'send_unknown':
      return {
        kind: 'trouble',
        text: `The email to ${toEmail} may or may not have been sent. Open its thread and check.`,
      };
    case 'pending':
    case 'approved':
    case 'rejected':
    case 'superseded':
      return { kind: 'back', text: `Undone. Nothing was sent to ${toEmail}.` };
  }
}

/** Returns the text for a user who tried to cancel the send. */
export function undoText(fate: SendFate): string {
  if (isOpen(fate)) return 'Too late to undo: the email is being sent.';
  if (fate.kind === 'back') return fate.text;
  return `Too late to undo. ${fate.text}`;
}

/** Returns true while the state may still change. */
export const isOpen = (fate: SendFate): fate is OpenFate => fate.kind === 'held' || fate.kind === 'leaving';

/** Returns the whole seconds until the mail is sent. */
export const secondsLeft = ({ dueMs }: Pick<HeldSend, 'dueMs'>, nowMs: number): number =>
  Math.max(0, Math.ceil((dueMs - nowMs) / 1000));
