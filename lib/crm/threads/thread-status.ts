import type { BounceOutcome, MailKind } from '#lib/mail/values.ts';
import type { ThreadStatus } from './values.ts';

export type MailEvent = {
  readonly kind: MailKind;
  /** What a bounce says. */
  readonly outcome: BounceOutcome | null;
  /** It is the latest mail of its thread. */
  readonly isLatest: boolean;
  /** The sender brings threads back faster than a person would. */
  readonly isLooping: boolean;
};

/** What a thread is after a mail; `from` is null where the mail begins it. */
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

/** Whether it brings a resolved thread back on a person's own doing: what loops are counted by. */
export const isReopening = (
  from: ThreadStatus | null,
  { kind, isLatest }: Pick<MailEvent, 'kind' | 'isLatest'>,
): boolean => from === 'resolved' && kind === 'human' && isLatest;

/** What needs a person most comes first. */
const urgency = ['ongoing', 'new', 'waiting', 'resolved'] as const satisfies readonly ThreadStatus[];

/** The status of a thread that others have gone into. */
export const mergedStatus = (statuses: readonly ThreadStatus[]): ThreadStatus =>
  urgency.find((status) => statuses.includes(status)) ?? 'new';
