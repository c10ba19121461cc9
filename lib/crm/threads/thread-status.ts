import type { BounceOutcome, MailKind } from '#lib/mail/values.ts';
import type { ThreadStatus } from './values.ts';

export type MailEvent = {
  readonly kind: MailKind;
  /** The outcome that a bounce reports. */
  readonly outcome: BounceOutcome | null;
  /** True when the mail is the latest of its thread. */
  readonly isLatest: boolean;
  /** True when the sender reopens threads faster than a person would. */
  readonly isLooping: boolean;
};

/** Returns the status of a thread after a mail. `from` is null when the mail begins the thread. */
export function statusAfterMail(from: ThreadStatus | null, event: MailEvent): ThreadStatus {
  switch (event.kind) {
    case 'human':
      if (from === null) return 'new';
      if (!event.isLatest) return from;
      if (from === 'waiting') return 'ongoing';
      return from === 'resolved' && !event.isLooping ? 'ongoing' : from;
    case 'own':
      return from === null || event.isLatest ? 'waiting' : from;
    case 'complaint':
      return 'ongoing';
    case 'bounce':
      return event.outcome === 'permanent' ? 'ongoing' : (from ?? 'new');
    case 'auto_reply':
    case 'ooo':
    case 'list':
      return from ?? 'new';
  }
}

/** Returns true when a person's mail reopens a resolved thread. Loops are detected by these. */
export const isReopening = (
  from: ThreadStatus | null,
  { kind, isLatest }: Pick<MailEvent, 'kind' | 'isLatest'>,
): boolean => from === 'resolved' && kind === 'human' && isLatest;

/** The status that most needs a person comes first. */
const urgency = ['ongoing', 'new', 'waiting', 'resolved'] as const satisfies readonly ThreadStatus[];

/** Returns the status of a thread after a merge. */
export const mergedStatus = (statuses: readonly ThreadStatus[]): ThreadStatus =>
  urgency.find((status) => statuses.includes(status)) ?? 'new';
