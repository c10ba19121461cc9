import {
  type Metadata,
  mayAct,
  richAt,
  type Transition,
  transitionsOf,
  votesAfter,
} from '#lib/messaging/cards/rich-transitions.ts';
import type { RichAction, RichState } from '#lib/messaging/schemas/rich.ts';

/**
 * Returns the metadata that a rich message will have once the server accepts an action. Returns the same object when
 * the result is unknown.
 */
export function afterAction(type: string, metadata: Metadata, action: RichAction, me: string): Metadata {
  if (action.action === 'vote') {
    const poll = metadata as RichState<'poll'>; // the server validated it when it was sent
    return { ...metadata, votes: votesAfter(poll, me, new Set(action.optionIds)) };
  }
  if (action.action === 'close') return { ...metadata, closed: true };
  if (action.action === 'respond')
    return { ...metadata, responses: { ...(metadata.responses as object), [me]: action.answer } };
  const transition = transitionsOf(type)[action.action];
  return transition ? { ...metadata, status: transition.to } : metadata;
}

type Acted = { readonly type: string; readonly senderId: string | null; readonly metadata: Metadata };

/** Returns the status changes that the user may make now. Only an order marks its own payment request as paid. */
export function availableTransitions(
  { type, senderId, metadata }: Acted,
  me: string,
  now: string,
): readonly RichAction['action'][] {
  const status = String(richAt(type, metadata, now).status);
  // While an order for the request exists, no user can withdraw or decline the request.
  if (type === 'payment_request' && typeof metadata.paidOrderId === 'string') return [];
  const isSender = senderId === me;
  const isAssignee = metadata.assigneeId === me;
  const transitions = Object.entries(transitionsOf(type)) as [RichAction['action'], Transition][];
  return transitions
    .filter(([action, { by, from }]) => {
      if (action === 'mark-paid' && metadata.orderId !== undefined) return false;
      return from.includes(status) && mayAct(by, isSender, isAssignee);
    })
    .map(([action]) => action);
}
