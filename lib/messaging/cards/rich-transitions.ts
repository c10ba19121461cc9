import type { RichAction, RichState, RichType } from '#lib/messaging/schemas/rich.ts';

/** Who may act on a message. `others`: any participant except the sender. */
export type Actor = 'sender' | 'others' | 'sender-or-assignee' | 'anyone';
export type Transition = { readonly by: Actor; readonly from: readonly string[]; readonly to: string };
export type Transitions = Readonly<Partial<Record<RichAction['action'], Transition>>>;

/** Every status change that a user may request. Only time sets `expired`; a payment can also set `paid`. */
export const richTransitions = {
  payment_request: {
    cancel: { by: 'sender', from: ['open'], to: 'canceled' },
    'mark-paid': { by: 'sender', from: ['open'], to: 'paid' },
    decline: { by: 'others', from: ['open'], to: 'declined' },
  },
  env_request: {
    provide: { by: 'others', from: ['open'], to: 'provided' },
    decline: { by: 'others', from: ['open'], to: 'declined' },
    cancel: { by: 'sender', from: ['open'], to: 'canceled' },
  },
  task: {
    start: { by: 'sender-or-assignee', from: ['open'], to: 'in_progress' },
    done: { by: 'sender-or-assignee', from: ['open', 'in_progress'], to: 'done' },
    reopen: { by: 'sender-or-assignee', from: ['done'], to: 'open' },
  },
} as const satisfies Partial<Record<RichType, Transitions>>;

/** The actions on the other types, and who may take them. They change sets, not a status. */
export const richActions = {
  poll: { vote: 'anyone', close: 'sender' },
  rsvp: { respond: 'anyone' },
} as const satisfies Partial<Record<RichType, Partial<Record<RichAction['action'], Actor>>>>;

export type Metadata = Readonly<Record<string, unknown>>;

/** Returns the status changes of a type; empty for a type without a status. */
export const transitionsOf = (type: string): Transitions =>
  Object.hasOwn(richTransitions, type) ? richTransitions[type as keyof typeof richTransitions] : {};

/** Whether a user with these roles may take an action of `actor`. */
export function mayAct(actor: Actor, isSender: boolean, isAssignee: boolean): boolean {
  switch (actor) {
    case 'anyone':
      return true;
    case 'sender':
      return isSender;
    case 'others':
      return !isSender;
    case 'sender-or-assignee':
      return isSender || isAssignee;
  }
}

/** Returns the metadata at a given time, with an expired request or poll marked as such. */
export function richAt(type: string, metadata: Metadata, now: string): Metadata {
  if (type === 'payment_request' && metadata.status === 'open' && hasCome(metadata.expiresAt, now))
    return { ...metadata, status: 'expired' };
  if (type === 'poll' && metadata.closed === false && hasCome(metadata.closesAt, now))
    return { ...metadata, closed: true };
  return metadata;
}

export const hasCome = (at: unknown, now: string): boolean => typeof at === 'string' && at <= now;

type Votes = RichState<'poll'>['votes'];

export const votersOf = (votes: Votes, optionId: string): readonly string[] =>
  Object.hasOwn(votes, optionId) ? (votes[optionId] ?? []) : [];

/** Returns the votes of a poll after a user's new votes, which replace the user's earlier votes. */
export function votesAfter(
  { options, votes }: Pick<RichState<'poll'>, 'options' | 'votes'>,
  userId: string,
  chosen: ReadonlySet<string>,
): Votes {
  const after = options.map(({ id }) => {
    const others = votersOf(votes, id).filter((voter) => voter !== userId);
    return [id, chosen.has(id) ? [...others, userId] : others] as const;
  });
  return Object.fromEntries(after.filter(([, voters]) => voters.length > 0));
}
