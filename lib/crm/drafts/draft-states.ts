import { type AppError, conflict } from '#lib/core/errors.ts';
import type { DraftStatus } from './values.ts';

/**
 * The transitions between the states of a draft. Only evidence or a person ends `send_unknown`, never another attempt: a
 * program that cannot know whether a mail was sent does not send it again.
 */
export const draftTransitions = {
  approve: { from: ['pending'], to: 'approved' },
  edit: { from: ['pending', 'approved', 'failed'], to: 'pending' },
  reject: { from: ['pending', 'approved', 'failed'], to: 'rejected' },
  supersede: { from: ['pending', 'approved', 'failed'], to: 'superseded' },
  claim: { from: ['approved', 'failed'], to: 'sending' },
  /** The server has the mail. The server said so, or its mailbox or a reply proves it. */
  accept: { from: ['sending', 'send_unknown'], to: 'sent' },
  /** The server certainly does not have the mail. */
  refuse: { from: ['sending', 'send_unknown'], to: 'failed' },
  lose: { from: ['sending'], to: 'send_unknown' },
  /** A person confirms that the mail was sent. */
  confirm: { from: ['send_unknown'], to: 'sent' },
  /** A person states that the mail was never sent. */
  release: { from: ['send_unknown'], to: 'approved' },
  /** A person states the same after another draft has replaced this one. */
  retire: { from: ['send_unknown'], to: 'superseded' },
} as const satisfies Record<string, { readonly from: readonly DraftStatus[]; readonly to: DraftStatus }>;
export type DraftTransition = keyof typeof draftTransitions;

const words: Readonly<Record<DraftStatus, string>> = {
  pending: 'is waiting for approval',
  approved: 'is approved',
  sending: 'is being sent',
  sent: 'was sent',
  failed: 'could not be sent',
  send_unknown: 'may have been sent',
  rejected: 'was rejected',
  superseded: 'was replaced by another',
};

export const mayTransition = (from: DraftStatus, transition: DraftTransition): boolean =>
  draftTransitions[transition].from.some((status) => status === from);

/** Returns the status that a move leads to. Throws InvalidTransition. */
export function nextDraftStatus(from: DraftStatus, transition: DraftTransition): DraftStatus {
  if (!mayTransition(from, transition))
    throw conflict(`This draft ${words[from]}, so this is not possible`, {
      code: 'InvalidTransition',
      details: { status: from },
    });
  return draftTransitions[transition].to;
}

/** Returns the error for sending a draft in this status, or null when it may be sent. */
export function refusalToSend(status: DraftStatus): AppError | null {
  switch (status) {
    case 'approved':
    case 'failed':
      return null;
    case 'pending':
      return conflict('Approve the draft first', { code: 'DraftNotApproved' });
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

/**
 * Returns the error for a mail with an unknown outcome. The mail must not be sent again before a person has decided the
 * outcome.
 */
export const outcomeUnknown = (): AppError =>
  conflict('The email may have been sent. Check the mailbox, then record the outcome', {
    code: 'OutcomeUnknown',
  });
