import { describe, expect, it } from 'vitest';
import { type CallEvent, type CallState, callEnds, callEvents, callStates } from '#lib/messaging/schemas/call.ts';
import { callTransitionOf, callTransitions, type Side, winsGlare } from './call-states.ts';

const sides: readonly Side[] = ['caller', 'callee'];

/** The expected transitions, written by hand: `state event side` and the next state. */
const allowed: Readonly<Record<string, string>> = {
  'ringing ringing caller': 'ringing',
  'ringing ringing callee': 'ringing',
  'ringing candidates caller': 'ringing',
  'ringing candidates callee': 'ringing',
  'ringing answer callee': 'active',
  'ringing reject callee': 'ended rejected',
  'ringing busy callee': 'ended busy',
  'ringing hangup caller': 'ended canceled missed',
  'active candidates caller': 'active',
  'active candidates callee': 'active',
  'active select_answer caller': 'active',
  'active select_answer callee': 'active',
  'active negotiate caller': 'active',
  'active negotiate callee': 'active',
  'active hangup caller': 'ended hangup',
  'active hangup callee': 'ended hangup',
};

describe('the state machine of calls', () => {
  it.each(callStates.flatMap((state) => callEvents.map((event) => [state, event] as const)))(
    'allows in %s for the event %s only the moves of the table',
    (state: CallState, event: CallEvent) => {
      for (const side of sides) {
        const move = callTransitionOf(state, event, side);
        const said = move && [move.to, move.end, move.isMissed && 'missed'].filter(Boolean).join(' ');
        expect(said ?? undefined).toBe(allowed[`${state} ${event} ${side}`]);
      }
    },
  );

  it('reaches every state and has no move out of “ended”', () => {
    const seen = new Set<CallState>(['ringing']);
    const moves = Object.values(callTransitions).flat();
    for (const state of seen) for (const { from, to } of moves) if (from === state) seen.add(to);

    expect([...seen].sort()).toEqual([...callStates].sort());
    expect(moves.filter(({ from }) => from === 'ended')).toEqual([]);
  });

  it('has a known reason for every move to “ended”, and for no other move', () => {
    for (const { to, end } of Object.values(callTransitions).flat())
      expect(to === 'ended' ? callEnds.some((reason) => reason === end) : end === undefined).toBe(true);
  });

  it('picks one winner when both sides call at once', () => {
    for (const [a, b] of [
      ['cll_a', 'cll_b'],
      ['cll_a', 'cll_aa'],
      ['cll_Z', 'cll_a'],
    ] as const)
      expect([winsGlare(a, b), winsGlare(b, a)]).toEqual([true, false]);
  });
});
