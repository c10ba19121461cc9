import { describe, expect, it } from 'vitest';
import { type ThreadMark, threadChange } from './thread-change.ts';

const before: ThreadMark = {
  version: 3,
  status: 'new',
  messageCount: 1,
  activeDraftId: 'drf_1',
  activeDraftStatus: 'pending',
};

describe('what somebody else changed in a thread', () => {
  it('is told in one sentence', () => {
    const after = { ...before, version: 5, status: 'ongoing', messageCount: 2, activeDraftStatus: 'approved' } as const;

    expect(threadChange(before, after)).toBe(
      'While you were reading: a mail has been added, it is ongoing now, its draft is approved now.',
    );
  });

  it('is nothing where only the figures behind it moved', () => {
    expect(threadChange(before, before)).toBeNull();
    expect(threadChange(before, { ...before, version: 4 })).toBeNull();
  });
});
