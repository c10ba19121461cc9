import { type Metadata, type Move, mayAct, movesOf, richAt, votesAfter } from '#lib/messaging/cards/rich-moves.ts';
import type { RichAction, RichState } from '#lib/messaging/schemas/rich.ts';

/** What a rich message will look like when the server agrees to an action; the very same where that is not known. */
export function afterAction(type: string, metadata: Metadata, action: RichAction, me: string): Metadata {
  if (action.action === 'vote') {
    const poll = metadata as RichState<'poll'>; // the server checked it when it was sent
    return { ...metadata, votes: votesAfter(poll, me, new Set(action.optionIds)) };
  }
  if (action.action === 'close') return { ...metadata, closed: true };
  if (action.action === 'respond')
    return { ...metadata, responses: { ...(metadata.responses as object), [me]: action.answer } };
  const move = movesOf(type)[action.action];
  return move ? { ...metadata, status: move.to } : metadata;
}

type Acted = { readonly type: string; readonly senderId: string | null; readonly metadata: Metadata };

/** The moves of its status that somebody may make now; what an order pays for is paid by the order alone. */
export function openMoves(
  { type, senderId, metadata }: Acted,
  me: string,
  now: string,
): readonly RichAction['action'][] {
  const status = String(richAt(type, metadata, now).status);
  // Nobody takes back or declines what somebody is about to pay.
  if (type === 'payment_request' && typeof metadata.paidOrderId === 'string') return [];
  const isSender = senderId === me;
  const isAssignee = metadata.assigneeId === me;
  const moves = Object.entries(movesOf(type)) as [RichAction['action'], Move][];
  return moves
    .filter(([action, { by, from }]) => {
      if (action === 'mark-paid' && metadata.orderId !== undefined) return false;
      return from.includes(status) && mayAct(by, isSender, isAssignee);
    })
    .map(([action]) => action);
}
