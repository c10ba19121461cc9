import { ownPathOf } from '#lib/auth/next-path.ts';
import { conflict, forbidden, invalid } from '#lib/core/errors.ts';
import { type RichAction, type RichState, type RichType, richInputs } from './schemas/rich.ts';

/** Who may do something with a message. `others`: any participant but its sender. */
type Actor = 'sender' | 'others' | 'sender-or-assignee' | 'anyone';
type Move = { readonly by: Actor; readonly from: readonly string[]; readonly to: string };
type Moves = Readonly<Partial<Record<RichAction['action'], Move>>>;

/** Every change of a status that a person may ask for. `expired` is reached by time alone, `paid` also by a payment. */
export const richMoves = {
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
} as const satisfies Partial<Record<RichType, Moves>>;

/** What is done with the other types, and by whom. Their results are sets, not statuses. */
export const richDeeds = {
  poll: { vote: 'anyone', close: 'sender' },
  rsvp: { respond: 'anyone' },
} as const satisfies Partial<Record<RichType, Partial<Record<RichAction['action'], Actor>>>>;

export type Metadata = Readonly<Record<string, unknown>>;
/** Where a message is sent. */
export type Sending = { readonly participantIds: readonly string[]; readonly now: string; readonly origin: string };
/** A message that somebody acts on; `metadata` is what this file made of it. */
export type Acted = { readonly type: string; readonly senderId: string | null; readonly metadata: Metadata };
export type Acting = { readonly userId: string; readonly now: string };

export const isRich = (type: string): type is RichType => Object.hasOwn(richInputs, type);

/** What is stored of a new rich message: what its sender said, and the state it begins in. Anything else is 400. */
export function beginRich(type: RichType, sent: unknown, sending: Sending): Metadata {
  switch (type) {
    case 'payment_request': {
      const said = parsed(type, sent);
      assertAhead('expiresAt', said.expiresAt, sending.now);
      return { ...said, status: 'open', orderReference: null };
    }
    case 'env_request':
      return { ...parsed(type, sent), status: 'open' };
    case 'task': {
      const said = parsed(type, sent);
      if (said.assigneeId !== undefined && !sending.participantIds.includes(said.assigneeId))
        throw refused('assigneeId', 'must be a participant');
      return { ...said, status: 'open' };
    }
    case 'poll': {
      const said = parsed(type, sent);
      assertAhead('closesAt', said.closesAt, sending.now);
      return { ...said, votes: {}, closed: false };
    }
    case 'rsvp':
      return { ...parsed(type, sent), responses: {} };
    case 'dao_jar':
      return { ...parsed(type, sent), balanceMinor: 0 };
    case 'share_card': {
      const { imageUrl, ...said } = parsed(type, sent);
      const image = imageUrl === undefined ? {} : { imageUrl: ownAddress(sending.origin, 'imageUrl', imageUrl) };
      return { ...said, ...image, url: ownAddress(sending.origin, 'url', said.url) };
    }
  }
}

/**
 * The metadata after an action. The very same object where it changes nothing: the same result again is no change. An
 * action of another type is 400, of another person 403, one that comes too late 409.
 */
export function actOn(message: Acted, action: RichAction, acting: Acting): Metadata {
  const { type } = message;
  if (type === 'poll' && action.action === 'vote') return vote(message, action.optionIds, acting);
  if (type === 'poll' && action.action === 'close') return closePoll(message, acting);
  if (type === 'rsvp' && action.action === 'respond') return respond(message, action.answer, acting);
  return move(message, action.action, acting);
}

/** The metadata as it holds at a moment: what has run out by then says so. */
export function richAt(type: string, metadata: Metadata, now: string): Metadata {
  if (type === 'payment_request' && metadata.status === 'open' && hasCome(metadata.expiresAt, now))
    return { ...metadata, status: 'expired' };
  if (type === 'poll' && metadata.closed === false && hasCome(metadata.closesAt, now))
    return { ...metadata, closed: true };
  return metadata;
}

const hasCome = (at: unknown, now: string): boolean => typeof at === 'string' && at <= now;

function move(message: Acted, action: RichAction['action'], acting: Acting): Metadata {
  const moves: Moves = Object.hasOwn(richMoves, message.type) ? richMoves[message.type as keyof typeof richMoves] : {};
  const wanted = moves[action];
  if (!wanted) throw unknownAction(message.type, action);
  assertMay(wanted.by, message, acting);
  const metadata = richAt(message.type, message.metadata, acting.now);
  const status = String(metadata.status);
  // What an order pays for is paid when the order is, and by nobody's word.
  if (action === 'mark-paid' && metadata.orderId !== undefined)
    throw conflict('The order says when this is paid', { code: 'PaidByOrder' });
  if (status === wanted.to) return message.metadata;
  if (!wanted.from.includes(status)) throw tooLate(status);
  return { ...metadata, status: wanted.to };
}

function vote(message: Acted, optionIds: readonly string[], acting: Acting): Metadata {
  const { options, multiple, votes, closed } = pollOf(message, acting);
  const chosen = new Set(optionIds);
  const known = options.map(({ id }) => id);
  if (chosen.size < optionIds.length) throw invalid('The vote is not valid', { optionIds: 'names an option twice' });
  if (optionIds.some((id) => !known.includes(id)))
    throw invalid('The vote is not valid', { optionIds: 'names an option that is not there' });
  if (chosen.size > 1 && !multiple) throw invalid('The vote is not valid', { optionIds: 'may name one option only' });
  if (closed) throw tooLate('closed');

  const votersOf = (id: string) => (Object.hasOwn(votes, id) ? (votes[id] ?? []) : []);
  if (known.every((id) => votersOf(id).includes(acting.userId) === chosen.has(id))) return message.metadata;
  const after = known.map((id) => {
    const others = votersOf(id).filter((voter) => voter !== acting.userId);
    return [id, chosen.has(id) ? [...others, acting.userId] : others] as const;
  });
  return { ...message.metadata, votes: Object.fromEntries(after.filter(([, voters]) => voters.length > 0)) };
}

function closePoll(message: Acted, acting: Acting): Metadata {
  assertMay(richDeeds.poll.close, message, acting);
  return pollOf(message, acting).closed ? message.metadata : { ...message.metadata, closed: true };
}

const pollOf = ({ type, metadata }: Acted, { now }: Acting) => richAt(type, metadata, now) as RichState<'poll'>;

function respond({ metadata }: Acted, answer: string, { userId }: Acting): Metadata {
  const { responses } = metadata as RichState<'rsvp'>;
  if (Object.hasOwn(responses, userId) && responses[userId] === answer) return metadata;
  return { ...metadata, responses: { ...responses, [userId]: answer } };
}

function assertMay(actor: Actor, { senderId, metadata }: Acted, { userId }: Acting): void {
  if (!mayAct(actor, userId === senderId, metadata.assigneeId === userId))
    throw forbidden('That is not yours to do', { code: 'NotYours' });
}

function mayAct(actor: Actor, isSender: boolean, isAssignee: boolean): boolean {
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

function parsed<T extends RichType>(type: T, sent: unknown) {
  const result = richInputs[type].safeParse(sent);
  if (result.success) return result.data as ReturnType<(typeof richInputs)[T]['parse']>;
  const details: Record<string, string> = {};
  for (const issue of result.error.issues) details[['metadata', ...issue.path].map(String).join('.')] ??= issue.message;
  throw invalid('The body is not valid', details);
}

const refused = (field: string, problem: string) =>
  invalid('The body is not valid', { [`metadata.${field}`]: problem });

function assertAhead(field: string, at: string | undefined, now: string): void {
  if (hasCome(at, now)) throw refused(field, 'must be in the future');
}

/** An address of our own site, as a path: a card leads nowhere else and loads nothing from elsewhere. */
function ownAddress(origin: string, field: string, wanted: string): string {
  const path = ownPathOf(origin, wanted);
  if (path === null) throw refused(field, 'must be an address of this site');
  return path;
}

const unknownAction = (type: string, action: string) =>
  invalid('The body is not valid', { action: `a message of type ${type} knows no ${action}` });
const tooLate = (status: string) =>
  conflict(`This is ${status.replace('_', ' ')} already`, { code: 'InvalidTransition', details: { status } });
