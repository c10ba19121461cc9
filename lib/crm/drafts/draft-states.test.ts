import { describe, expect, it } from 'vitest';
import { type DraftMove, draftMoves, mayMove, moveDraft, refusalToSend } from './draft-states.ts';
import { type DraftStatus, draftStatuses } from './values.ts';

const moves = Object.keys(draftMoves) as DraftMove[];
const reachable = (from: DraftStatus): DraftStatus[] =>
  moves.filter((move) => mayMove(from, move)).map((move) => draftMoves[move].to);

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
        if (mayMove(status, move)) expect(moveDraft(status, move)).toBe(draftMoves[move].to);
        else
          expect(() => moveDraft(status, move)).toThrow(
            expect.objectContaining({ code: 'InvalidTransition', status: 409 }),
          );
  });

  it('allow another attempt only from approved and failed, not from send_unknown', () => {
    expect(mayMove('send_unknown', 'claim')).toBe(false);
    expect(draftMoves.claim.from).toEqual(['approved', 'failed']);
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
