import { describe, expect, it } from 'vitest';
import {
  type DraftTransition,
  draftTransitions,
  mayTransition,
  nextDraftStatus,
  refusalToSend,
} from './draft-states.ts';
import { type DraftStatus, draftStatuses } from './values.ts';

const moves = Object.keys(draftTransitions) as DraftTransition[];
const reachable = (from: DraftStatus): DraftStatus[] =>
  moves.filter((move) => mayTransition(from, move)).map((move) => draftTransitions[move].to);

describe('the states of a draft', () => {
  it('are all reachable from a new draft', () => {
    const seen = new Set<DraftStatus>(['pending']);
    for (const status of seen) for (const next of reachable(status)) seen.add(next);

    expect([...seen].sort()).toEqual([...draftStatuses].sort());
  });

  it('are final only for sent, rejected and superseded drafts', () => {
    expect(draftStatuses.filter((status) => reachable(status).length === 0)).toEqual([
      'sent',
      'rejected',
      'superseded',
    ]);
  });

  it('allow only the moves of the table and throw InvalidTransition for any other move', () => {
    for (const status of draftStatuses)
      for (const move of moves)
        if (mayTransition(status, move)) expect(nextDraftStatus(status, move)).toBe(draftTransitions[move].to);
        else
          expect(() => nextDraftStatus(status, move)).toThrow(
            expect.objectContaining({ code: 'InvalidTransition', status: 409 }),
          );
  });

  it('allow another attempt only from approved and failed, not from send_unknown', () => {
    expect(mayTransition('send_unknown', 'claim')).toBe(false);
    expect(draftTransitions.claim.from).toEqual(['approved', 'failed']);
  });

  it('determine the error code with which a send is rejected', () => {
    const codes = draftStatuses.map((status) => [status, refusalToSend(status)?.code ?? null]);

    expect(Object.fromEntries(codes)).toEqual({
      pending: 'DraftNotApproved',
      approved: null,
      sending: 'SendInProgress',
      sent: 'InvalidTransition',
      failed: null,
      send_unknown: 'OutcomeUnknown',
      rejected: 'InvalidTransition',
      superseded: 'InvalidTransition',
    });
  });
});
