import { sendErrorText } from '#components/inbox/problem-text.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';

/** How long a mail is held back before it leaves. */
export const UNDO_SECONDS = 10;

/** What has become of a mail that was held back. Only the first two may still change. */
export type SendFate = OpenFate | { readonly kind: 'sent' | 'back' | 'trouble'; readonly text: string };
type OpenFate = { readonly kind: 'held' | 'leaving' };

/** A mail that is held back by the server, as one page knows it. */
export type HeldSend = {
  readonly draftId: string;
  readonly threadId: string;
  readonly toEmail: string;
  /** When it leaves, as the server says it: another time is another send. */
  readonly sendAt: string;
  /** The same by the clock of this machine, which need not be right. */
  readonly dueMs: number;
  readonly fate: SendFate;
  /** Why it could not be taken back. */
  readonly note: string | null;
};

/** What is known of a mail that is held back; it leaves in so many milliseconds. */
export type Holding = Omit<HeldSend, 'dueMs' | 'fate' | 'note'> & { readonly inMs: number };

/** Whether a draft waits on the server for its moment to leave. */
export const isHeld = ({ status, sendAt }: Pick<EmailDraftView, 'status' | 'sendAt'>): boolean =>
  sendAt !== null && (status === 'approved' || status === 'failed');

/**
 * What a draft says of its send to somebody; null where the draft itself is gone. Once the send is over or taken back the
 * draft need not name them any more.
 */
export function fateOf(draft: EmailDraftView | null, toEmail: string): SendFate {
  if (draft === null) return { kind: 'back', text: 'The draft is gone; nothing was sent.' };
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
        text: `It was not sent to ${toEmail}. ${lastError ? sendErrorText(lastError) : ''}`.trim(),
      };
    case 'send_unknown':
      return { kind: 'trouble', text: `Nobody knows whether the mail to ${toEmail} was sent.` };
    case 'pending':
    case 'approved':
    case 'rejected':
    case 'superseded':
      return { kind: 'back', text: `Taken back. Nothing was sent to ${toEmail}.` };
  }
}

/** The same as the answer to somebody who wanted it back. */
export function undoText(fate: SendFate): string {
  if (isOpen(fate)) return 'Too late to take it back: it is being sent now.';
  if (fate.kind === 'back') return fate.text;
  return `Too late to take it back. ${fate.text}`;
}

/** Whether it may still become another. */
export const isOpen = (fate: SendFate): fate is OpenFate => fate.kind === 'held' || fate.kind === 'leaving';

/** Whole seconds until it leaves. */
export const secondsLeft = ({ dueMs }: Pick<HeldSend, 'dueMs'>, nowMs: number): number =>
  Math.max(0, Math.ceil((dueMs - nowMs) / 1000));
