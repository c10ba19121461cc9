import { describe, expect, it } from 'vitest';
import { sayOf } from '#tests/support/console-say.ts';
import { type ThreadMark, threadChange } from './thread-change.ts';

const t = await sayOf('inbox');
const before: ThreadMark = {
  version: 3,
  status: 'new',
  messageCount: 1,
  activeDraftId: 'drf_1',
  activeDraftStatus: 'pending',
};

describe('the notice about changes to a thread', () => {
  it('summarises the changes in one sentence', () => {
    const after = { ...before, version: 5, status: 'ongoing', messageCount: 2, activeDraftStatus: 'approved' } as const;

    expect(threadChange(before, after, t)).toBe(
      'While you were reading: an email has been added, its status is now ongoing, its draft is now “approved, not sent”.',
    );
  });

  it('is null when only the version changed', () => {
    expect(threadChange(before, before, t)).toBeNull();
    expect(threadChange(before, { ...before, version: 4 }, t)).toBeNull();
  });
});
