import { describe, expect, it } from 'vitest';
import { chainEvents, FIRST_HASH, hashOfEvent } from './order-events.ts';

const by = { at: '2026-01-01T00:00:00.000Z', actorId: 'usr_1', via: 'session' };
const start = { orderId: 'ord_1', rev: 0, hash: FIRST_HASH };

describe('chainEvents', () => {
  it('numbers events without a gap and chains each event to the previous event', () => {
    const [created, paid] = chainEvents(
      start,
      [
        { kind: 'created', to: 'new' },
        { kind: 'paid', from: 'new', to: 'paid' },
      ],
      by,
    );

    expect([created?.rev, paid?.rev]).toEqual([1, 2]);
    expect(created?.prevHash).toBe(FIRST_HASH);
    expect(paid?.prevHash).toBe(created?.hash);
  });

  it('continues from the last event with the same hashes as one call would give', () => {
    const drafts = [
      { kind: 'created', to: 'new' },
      { kind: 'canceled', from: 'new', to: 'canceled' },
    ] as const;
    const atOnce = chainEvents(start, drafts, by);

    const [first] = chainEvents(start, drafts.slice(0, 1), by);
    const [second] = chainEvents({ orderId: 'ord_1', rev: 1, hash: first?.hash ?? '' }, drafts.slice(1), by);

    expect([first, second]).toEqual(atOnce);
  });

  it('gives a different hash when any field of an event changes', () => {
    const [event] = chainEvents(start, [{ kind: 'note', reason: 'left at the door', data: { n: 1 } }], by);
    if (!event) throw new Error('no event');

    expect(hashOfEvent(event)).toBe(event.hash);
    for (const change of [
      { at: '2026-01-01T00:00:00.001Z' },
      { reason: null },
      { data: { n: 2 } },
      { actorId: null },
      { rev: 2 },
      { prevHash: 'x' },
    ])
      expect(hashOfEvent({ ...event, ...change })).not.toBe(event.hash);
  });
});
