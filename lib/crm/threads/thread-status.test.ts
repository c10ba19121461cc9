import { describe, expect, it } from 'vitest';
import { mailKinds } from '#lib/mail/values.ts';
import { mergedStatus, statusAfterMail } from './thread-status.ts';
import { threadStatuses } from './values.ts';

const calm = { outcome: null, isLatest: true, isLooping: false } as const;
const then = (from: Parameters<typeof statusAfterMail>[0], event: Partial<Parameters<typeof statusAfterMail>[1]>) =>
  statusAfterMail(from, { ...calm, kind: 'human', ...event });

describe('statusAfterMail', () => {
  it('returns new or ongoing for a mail of a person, depending on the previous status', () => {
    expect([null, ...threadStatuses].map((from) => then(from, {}))).toEqual([
      'new',
      'new',
      'ongoing',
      'ongoing',
      'ongoing',
    ]);
  });

  it('keeps the status for a mail that is not the latest', () => {
    for (const from of threadStatuses) expect(then(from, { isLatest: false })).toBe(from);
  });

  it('keeps the status for automatic replies, absence notes and lists', () => {
    for (const kind of ['auto_reply', 'ooo', 'list'] as const)
      for (const from of threadStatuses) expect(then(from, { kind })).toBe(from);
  });

  it('does not reopen a thread for a loop', () => {
    expect(then('resolved', { isLooping: true })).toBe('resolved');
  });

  it('reopens a thread for a permanent bounce or a complaint, and for no other bounce', () => {
    expect(then('waiting', { kind: 'bounce', outcome: 'permanent' })).toBe('ongoing');
    expect(then('resolved', { kind: 'complaint' })).toBe('ongoing');
    for (const outcome of ['transient', 'delivered', 'unknown'] as const)
      expect(then('waiting', { kind: 'bounce', outcome })).toBe('waiting');
  });

  it('returns waiting after our own reply, unless a newer mail exists', () => {
    expect(then('ongoing', { kind: 'own' })).toBe('waiting');
    expect(then('ongoing', { kind: 'own', isLatest: false })).toBe('ongoing');
  });

  it('never returns resolved for a mail that starts a thread', () => {
    expect(mailKinds.map((kind) => then(null, { kind }))).not.toContain('resolved');
  });
});

describe('mergedStatus', () => {
  it('returns the status that needs a person most', () => {
    expect(mergedStatus(['resolved', 'waiting', 'new'])).toBe('new');
    expect(mergedStatus(['new', 'ongoing'])).toBe('ongoing');
    expect(mergedStatus(['resolved', 'waiting'])).toBe('waiting');
  });
});
