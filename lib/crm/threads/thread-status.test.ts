import { describe, expect, it } from 'vitest';
import { mailKinds } from '#lib/mail/values.ts';
import { mergedStatus, statusAfterMail } from './thread-status.ts';
import { threadStatuses } from './values.ts';

const calm = { outcome: null, isLatest: true, isLooping: false } as const;
const then = (from: Parameters<typeof statusAfterMail>[0], event: Partial<Parameters<typeof statusAfterMail>[1]>) =>
  statusAfterMail(from, { ...calm, kind: 'human', ...event });

describe('statusAfterMail', () => {
  it('answers a mail of a person by what the thread was', () => {
    expect([null, ...threadStatuses].map((from) => then(from, {}))).toEqual([
      'new',
      'new',
      'ongoing',
      'ongoing',
      'ongoing',
    ]);
  });

  it('leaves a thread as it is for a mail that is not the latest', () => {
    for (const from of threadStatuses) expect(then(from, { isLatest: false })).toBe(from);
  });

  it('leaves a thread as it is for programs and lists', () => {
    for (const kind of ['auto_reply', 'ooo', 'list'] as const)
      for (const from of threadStatuses) expect(then(from, { kind })).toBe(from);
  });

  it('does not bring a thread back for a loop', () => {
    expect(then('resolved', { isLooping: true })).toBe('resolved');
  });

  it('brings a thread back for a mail that did not arrive or was not wanted, and for no other report', () => {
    expect(then('waiting', { kind: 'bounce', outcome: 'permanent' })).toBe('ongoing');
    expect(then('resolved', { kind: 'complaint' })).toBe('ongoing');
    for (const outcome of ['transient', 'delivered', 'unknown'] as const)
      expect(then('waiting', { kind: 'bounce', outcome })).toBe('waiting');
  });

  it('waits after an answer of ours, unless the other side has written since', () => {
    expect(then('ongoing', { kind: 'own' })).toBe('waiting');
    expect(then('ongoing', { kind: 'own', isLatest: false })).toBe('ongoing');
  });

  it('has an answer for every kind of mail that begins a thread', () => {
    expect(mailKinds.map((kind) => then(null, { kind }))).not.toContain('resolved');
  });
});

describe('mergedStatus', () => {
  it('is that of the thread that needs a person most', () => {
    expect(mergedStatus(['resolved', 'waiting', 'new'])).toBe('new');
    expect(mergedStatus(['new', 'ongoing'])).toBe('ongoing');
    expect(mergedStatus(['resolved', 'waiting'])).toBe('waiting');
  });
});
