import { describe, expect, it } from 'vitest';
import { type DraftMove, draftMoves, mayMove, moveDraft, refusalToSend } from './draft-states.ts';
import { type DraftStatus, draftStatuses } from './values.ts';

const moves = Object.keys(draftMoves) as DraftMove[];
const reachable = (from: DraftStatus): DraftStatus[] =>
  moves.filter((move) => mayMove(from, move)).map((move) => draftMoves[move].to);

describe('the life of a draft', () => {
  it('reaches every state from a new draft', () => {
    const seen = new Set<DraftStatus>(['pending']);
    for (const status of seen) for (const next of reachable(status)) seen.add(next);

    expect([...seen].sort()).toEqual([...draftStatuses].sort());
  });

  it('ends in what was sent, rejected or replaced', () => {
    expect(draftStatuses.filter((status) => reachable(status).length === 0)).toEqual([
      'sent',
      'rejected',
      'superseded',
    ]);
  });

  it('refuses by name every move that the table does not hold', () => {
    for (const status of draftStatuses)
      for (const move of moves)
        if (mayMove(status, move)) expect(moveDraft(status, move)).toBe(draftMoves[move].to);
        else
          expect(() => moveDraft(status, move)).toThrow(
            expect.objectContaining({ code: 'InvalidTransition', status: 409 }),
          );
  });

  it('never leads from an unknown outcome to another try without a person in between', () => {
    expect(mayMove('send_unknown', 'claim')).toBe(false);
    expect(draftMoves.claim.from).toEqual(['approved', 'failed']);
  });

  it('says of each state why it is not sent', () => {
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
