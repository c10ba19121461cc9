import { describe, expect, it } from 'vitest';
import { draftOf, keepDraft } from './drafts.ts';
import { forgetWritten } from './forget-written.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    clear: () => kept.clear(),
    get length() {
      return kept.size;
    },
  };
}

describe('message drafts', () => {
  it('are kept for each user and conversation until they are sent or the user signs out', () => {
    const storage = memory();
    keepDraft(storage, 'usr_1', 'cvs_1', 'Dear');
    keepDraft(storage, 'usr_1', 'cvs_2', 'Hello');
    keepDraft(storage, 'usr_2', 'cvs_1', 'Mine');

    keepDraft(storage, 'usr_1', 'cvs_2', '');
    expect(['cvs_1', 'cvs_2'].map((id) => draftOf(storage, 'usr_1', id))).toEqual(['Dear', '']);

    storage.setItem('plaza.cart', 'kept');
    forgetWritten(() => storage);
    expect([...storage.kept.keys()]).toEqual(['plaza.cart']);
  });

  it('leave nothing in the storage when empty, and keep only the newest fifty', () => {
    const storage = memory();
    for (let at = 0; at < 60; at += 1) keepDraft(storage, 'usr_1', `cvs_${at}`, 'x');
    expect([draftOf(storage, 'usr_1', 'cvs_9'), draftOf(storage, 'usr_1', 'cvs_10')]).toEqual(['', 'x']);

    for (let at = 0; at < 60; at += 1) keepDraft(storage, 'usr_1', `cvs_${at}`, '');
    expect(storage.kept.size).toBe(0);
  });

  it('are empty when the stored value is malformed', () => {
    const storage = memory();
    storage.setItem('plaza.messages.drafts.usr_1', '{"cvs_1": 5');
    expect(draftOf(storage, 'usr_1', 'cvs_1')).toBe('');
  });
});
