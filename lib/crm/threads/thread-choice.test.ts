import { describe, expect, it } from 'vitest';
import { before, DAY_MS } from '#lib/core/time.ts';
import { chooseThread, type KnownThread, type ThreadLink } from './thread-choice.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const daysAgo = (days: number) => before(now, days * DAY_MS);
const thread = (id: string, patch: Partial<KnownThread> = {}): KnownThread => ({
  id,
  createdAt: '2026-03-01T00:00:00.000Z',
  status: 'ongoing',
  resolvedAt: null,
  lastMessageAt: '2026-03-01T00:00:00.000Z',
  knowsSender: true,
  lineage: [],
  ...patch,
});
const link = (threadId: string, patch: Partial<ThreadLink> = {}): ThreadLink => ({
  threadId,
  isOwnId: false,
  isAnnouncement: false,
  ...patch,
});
const choose = (links: readonly ThreadLink[], threads: readonly KnownThread[]) =>
  chooseThread({ kind: 'human', sortAt: now.toISOString(), receivedAt: now.toISOString(), links, threads });
const nowhere = { join: [], previousThreadId: null, relatedThreadId: null };

describe('chooseThread', () => {
  it('starts a thread for a mail that refers to no known mail', () => {
    expect(choose([], [])).toEqual(nowhere);
  });

  it('joins all threads that a mail refers to, the oldest first', () => {
    const old = thread('thr_z', { createdAt: '2026-01-01T00:00:00.000Z' });
    expect(choose([link('thr_a'), link('thr_z')], [thread('thr_a'), old]).join).toEqual(['thr_z', 'thr_a']);
  });

  it('starts a related thread for a reply to an announcement', () => {
    expect(choose([link('thr_a', { isAnnouncement: true })], [thread('thr_a')])).toEqual({
      ...nowhere,
      relatedThreadId: 'thr_a',
    });
  });

  it('starts a related thread for a stranger after 90 quiet days, but not for a participant', () => {
    const quiet = { lastMessageAt: daysAgo(91) };
    expect(choose([link('thr_a')], [thread('thr_a', { ...quiet, knowsSender: false })]).relatedThreadId).toBe('thr_a');
    expect(choose([link('thr_a')], [thread('thr_a', quiet)]).join).toEqual(['thr_a']);
  });

  it('joins a thread resolved 30 days ago and starts a follow-up thread after 31 days', () => {
    const resolved = (days: number) => thread('thr_a', { status: 'resolved', resolvedAt: daysAgo(days) });
    expect(choose([link('thr_a')], [resolved(31)])).toEqual({ ...nowhere, previousThreadId: 'thr_a' });
    expect(choose([link('thr_a')], [resolved(30)]).join).toEqual(['thr_a']);
  });

  it('never merges a thread into a thread of its lineage', () => {
    const child = thread('thr_b', { lineage: ['thr_a'] });
    expect(choose([link('thr_b'), link('thr_a')], [thread('thr_a'), child]).join).toEqual(['thr_b']);
  });

  it('joins a thread that has already mentioned the Message-ID, even for a stranger after 200 days', () => {
    const quiet = thread('thr_a', { lastMessageAt: daysAgo(200), knowsSender: false });
    expect(choose([link('thr_a', { isOwnId: true })], [quiet]).join).toEqual(['thr_a']);
  });
});
