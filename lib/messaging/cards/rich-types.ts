import { ownPathOf } from '#lib/auth/next-path.ts';
import { conflict, forbidden, invalid } from '#lib/core/errors.ts';
import { type RichAction, type RichState, type RichType, richInputs } from '#lib/messaging/schemas/rich.ts';
import {
  type Actor,
  hasCome,
  type Metadata,
  mayAct,
  richActions,
  richAt,
  transitionsOf,
  votersOf,
  votesAfter,
} from './rich-transitions.ts';

/** The context in which a message is sent. */
export type Sending = {
  readonly participantIds: readonly string[];
  readonly now: string;
  readonly origin: string;
  /** The id of the approved seller who sends it; null when the sender is not one. */
  readonly vendorId: string | null;
};
/** A message that a user acts on. `metadata` is the state that this module created. */
export type Acted = { readonly type: string; readonly senderId: string | null; readonly metadata: Metadata };
export type Acting = { readonly userId: string; readonly now: string };

export const isRich = (type: string): type is RichType => Object.hasOwn(richInputs, type);

/**
 * Returns the metadata to store for a new rich message: the sender's fields and the initial state. Invalid input throws
 * 400.
 */
export function beginRich(type: RichType, sent: unknown, sending: Sending): Metadata {
  switch (type) {
    case 'payment_request': {
      const said = parsed(type, sent);
      assertAhead('expiresAt', said.expiresAt, sending.now);
      const { vendorId } = sending;
      return { ...said, status: 'open', orderReference: null, vendorId, paidOrderId: null, buyerId: null };
    }
    case 'env_request':
      return { ...parsed(type, sent), status: 'open' };
    case 'task': {
      const said = parsed(type, sent);
      if (said.assigneeId !== undefined && !sending.participantIds.includes(said.assigneeId))
        throw refused('assigneeId', 'must be a participant of the conversation');
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
 * Returns the metadata after an action. Returns the same object when nothing changes, so a repeated action changes
 * nothing. Throws 400 for an action of another type, 403 for another user's action, and 409 for one that comes too
 * late.
 */
export function actOn(message: Acted, action: RichAction, acting: Acting): Metadata {
  const { type } = message;
  if (type === 'poll' && action.action === 'vote') return vote(message, action.optionIds, acting);
  if (type === 'poll' && action.action === 'close') return closePoll(message, acting);
  if (type === 'rsvp' && action.action === 'respond') return respond(message, action.answer, acting);
  return move(message, action.action, acting);
}

function move(message: Acted, action: RichAction['action'], acting: Acting): Metadata {
  const wanted = transitionsOf(message.type)[action];
  if (!wanted) throw unknownAction(message.type, action);
  assertMay(wanted.by, message, acting);
  const metadata = richAt(message.type, message.metadata, acting.now);
  const status = String(metadata.status);
  // A request for an order becomes paid with the order. The sender cannot mark it as paid.
  if (action === 'mark-paid' && metadata.orderId !== undefined)
    throw conflict('This request is marked as paid when its order is paid', { code: 'PaidByOrder' });
  if (status === wanted.to) return message.metadata;
  if (!wanted.from.includes(status)) throw tooLate(status);
  return { ...metadata, status: wanted.to };
}

function vote(message: Acted, optionIds: readonly string[], acting: Acting): Metadata {
  const { options, multiple, votes, closed } = pollOf(message, acting);
  const chosen = new Set(optionIds);
  const known = options.map(({ id }) => id);
  if (chosen.size < optionIds.length)
    throw invalid('The vote is not valid', { optionIds: 'must not contain an option twice' });
  if (optionIds.some((id) => !known.includes(id)))
    throw invalid('The vote is not valid', { optionIds: 'contains an option that does not exist' });
  if (chosen.size > 1 && !multiple)
    throw invalid('The vote is not valid', { optionIds: 'must contain only one option' });
  if (closed) throw tooLate('closed');

  if (known.every((id) => votersOf(votes, id).includes(acting.userId) === chosen.has(id))) return message.metadata;
  return { ...message.metadata, votes: votesAfter({ options, votes }, acting.userId, chosen) };
}

function closePoll(message: Acted, acting: Acting): Metadata {
  assertMay(richActions.poll.close, message, acting);
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
    throw forbidden('You are not allowed to do this', { code: 'NotYours' });
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

/** Returns an address of this site as a path. A card must not link to other sites or load from them. */
function ownAddress(origin: string, field: string, wanted: string): string {
  const path = ownPathOf(origin, wanted);
  if (path === null) throw refused(field, 'must be an address of this site');
  return path;
}

const unknownAction = (type: string, action: string) =>
  invalid('The body is not valid', { action: `${action} is not possible for a message of type ${type}` });
const tooLate = (status: string) =>
  conflict(`This is already ${status.replace('_', ' ')}`, { code: 'InvalidTransition', details: { status } });
