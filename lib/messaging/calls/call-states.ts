import type { CallEnd, CallEvent, CallState } from '#lib/messaging/schemas/call.ts';

export type Side = 'caller' | 'callee';
type Move = {
  readonly from: CallState;
  readonly by: readonly Side[];
  readonly to: CallState;
  readonly end?: CallEnd;
  /** The conversation says afterwards that a call was missed. */
  readonly isMissed?: boolean;
};

const either = ['caller', 'callee'] as const;
const callee = ['callee'] as const;
const caller = ['caller'] as const;

/** What each event does to a call, by the state it is in. What is not here is refused. */
export const callMoves: Readonly<Record<CallEvent, readonly Move[]>> = {
  ringing: [{ from: 'ringing', by: either, to: 'ringing' }],
  // The first device that answers makes it active; for every later one the state is the wrong one.
  answer: [{ from: 'ringing', by: callee, to: 'active' }],
  candidates: [
    { from: 'ringing', by: either, to: 'ringing' },
    { from: 'active', by: either, to: 'active' },
  ],
  select_answer: [{ from: 'active', by: either, to: 'active' }],
  negotiate: [{ from: 'active', by: either, to: 'active' }],
  reject: [{ from: 'ringing', by: callee, to: 'ended', end: 'rejected' }],
  busy: [{ from: 'ringing', by: callee, to: 'ended', end: 'busy' }],
  hangup: [
    { from: 'ringing', by: caller, to: 'ended', end: 'canceled', isMissed: true },
    { from: 'active', by: either, to: 'ended', end: 'hangup' },
  ],
};

/** What an event of one side does to a call, or null where its state forbids it. */
export const callMoveOf = (state: CallState, event: CallEvent, side: Side): Move | null =>
  callMoves[event].find(({ from, by }) => from === state && by.includes(side)) ?? null;

/** Both called each other at once: the lesser id wins, whoever came first, so both sides know without asking. */
export const winsGlare = (newId: string, ringingId: string): boolean => newId < ringingId;
