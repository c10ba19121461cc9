import type { CallEnd, CallEvent, CallState } from '#lib/messaging/schemas/call.ts';

export type Side = 'caller' | 'callee';
type Transition = {
  readonly from: CallState;
  readonly by: readonly Side[];
  readonly to: CallState;
  readonly end?: CallEnd;
  /** The conversation then gets a message about the missed call. */
  readonly isMissed?: boolean;
};

const either = ['caller', 'callee'] as const;
const callee = ['callee'] as const;
const caller = ['caller'] as const;

/** The transition of each event, by the state of the call. All other events are rejected. */
export const callTransitions: Readonly<Record<CallEvent, readonly Transition[]>> = {
  ringing: [{ from: 'ringing', by: either, to: 'ringing' }],
  // The first device that answers makes the call active; for later devices the state no longer allows an answer.
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

/** Returns the transition for an event of one side, or null when the state does not allow the event. */
export const callTransitionOf = (state: CallState, event: CallEvent, side: Side): Transition | null =>
  callTransitions[event].find(({ from, by }) => from === state && by.includes(side)) ?? null;

/** Resolves two calls at once: the lesser id wins in any order of arrival, so both sides know the winner without asking. */
export const winsGlare = (newId: string, ringingId: string): boolean => newId < ringingId;
