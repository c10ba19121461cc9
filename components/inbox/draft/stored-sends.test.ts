import { afterEach, describe, expect, it, vi } from 'vitest';
import { readStoredSends, storeSends } from './stored-sends.ts';

/** Stubs as much of a browser as the tests need. */
function openTab(text: string | null = null) {
  let kept = text;
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: () => kept,
      setItem: (_name: string, value: string) => {
        kept = value;
      },
      removeItem: () => {
        kept = null;
      },
    },
  });
  return () => kept;
}
const send = {
  draftId: 'drf_1',
  threadId: 'thr_1',
  toEmail: 'nora@example.test',
  sendAt: '2026-03-02T10:00:10.000Z',
  dueMs: 5,
} as const;

describe('the sends stored for a browser tab', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are restored as held after a reload', () => {
    openTab();
    storeSends([{ ...send, fate: { kind: 'leaving' }, note: 'Too late' }]);

    expect(readStoredSends()).toEqual([{ ...send, fate: { kind: 'held' }, note: null }]);
  });

  it('are removed from the storage when the list is empty', () => {
    const kept = openTab('[1]');

    storeSends([]);

    expect(kept()).toBeNull();
  });

  it('are an empty list when the stored value is malformed', () => {
    for (const text of ['{', 'null', '[null,1,"a",{"draftId":"drf_1"}]', '{"length":1}']) {
      openTab(text);
      expect(readStoredSends(), text).toEqual([]);
    }
  });
});
