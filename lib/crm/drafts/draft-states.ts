import { type AppError, conflict } from '#lib/core/errors.ts';
import type { DraftStatus } from './values.ts';

/**
 * The life of a draft. `send_unknown` leaves by evidence or by a person, never by another try: a program that cannot
 * know whether a mail is out does not send it again.
 */
export const draftMoves = {
  approve: { from: ['pending'], to: 'approved' },
  edit: { from: ['pending', 'approved', 'failed'], to: 'pending' },
  reject: { from: ['pending', 'approved', 'failed'], to: 'rejected' },
  supersede: { from: ['pending', 'approved', 'failed'], to: 'superseded' },
  claim: { from: ['approved', 'failed'], to: 'sending' },
  /** The server has it: as it said, or as its mailbox or an answer shows. */
  accept: { from: ['sending', 'send_unknown'], to: 'sent' },
  /** The server surely has not got it. */
  refuse: { from: ['sending', 'send_unknown'], to: 'failed' },
  lose: { from: ['sending'], to: 'send_unknown' },
  /** A person says that it went out. */
  confirm: { from: ['send_unknown'], to: 'sent' },
  /** A person says that it never did. */
  release: { from: ['send_unknown'], to: 'approved' },
  /** The same, while another draft has taken its place. */
  retire: { from: ['send_unknown'], to: 'superseded' },
} as const satisfies Record<string, { readonly from: readonly DraftStatus[]; readonly to: DraftStatus }>;
export type DraftMove = keyof typeof draftMoves;

const words: Readonly<Record<DraftStatus, string>> = {
  pending: 'waits for approval',
  approved: 'is approved',
  sending: 'is being sent',
  sent: 'was sent',
  failed: 'could not be sent',
  send_unknown: 'may have been sent',
  rejected: 'was rejected',
  superseded: 'was replaced by another',
};

export const mayMove = (from: DraftStatus, move: DraftMove): boolean =>
  draftMoves[move].from.some((status) => status === from);

/** The status a move leads to, or InvalidTransition. */
export function moveDraft(from: DraftStatus, move: DraftMove): DraftStatus {
  if (!mayMove(from, move))
    throw conflict(`A draft that ${words[from]} does not go that way`, {
      code: 'InvalidTransition',
      details: { status: from },
    });
  return draftMoves[move].to;
}

/** Why a draft in this state is not sent; null where it is. */
export function refusalToSend(status: DraftStatus): AppError | null {
  switch (status) {
    case 'approved':
    case 'failed':
      return null;
    case 'pending':
      return conflict('The draft has to be approved first', { code: 'DraftNotApproved' });
    case 'sending':
      return conflict('The draft is being sent', { code: 'SendInProgress' });
    case 'send_unknown':
      return outcomeUnknown();
    case 'sent':
    case 'rejected':
    case 'superseded':
      return conflict(`The draft ${words[status]}`, { code: 'InvalidTransition', details: { status } });
  }
}

/** What nobody may send again before a person has said what became of it. */
export const outcomeUnknown = (): AppError =>
  conflict('The mail may have been sent. Look into the mailbox, then say what became of it', {
    code: 'OutcomeUnknown',
  });
