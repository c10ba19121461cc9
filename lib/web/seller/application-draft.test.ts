import { expect, it } from 'vitest';
import { clearApplicationDraft, readApplicationDraft, storeApplicationDraft } from './application-draft.ts';

function storageOf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    values: () => kept.values(),
  } as unknown as Storage;
}

it('returns what this user typed, and nothing of another user or after the end', () => {
  const storage = storageOf();
  storeApplicationDraft(storage, 'usr_a', { name: 'Kiln', taxId: '1234' });

  expect(readApplicationDraft(storage, 'usr_a')).toEqual({ name: 'Kiln', taxId: '1234' });
  expect(readApplicationDraft(storage, 'usr_b')).toEqual({});
  clearApplicationDraft(storage);
  expect(readApplicationDraft(storage, 'usr_a')).toEqual({});
});

it('never stores an IBAN', () => {
  const storage = storageOf();
  storeApplicationDraft(storage, 'usr_a', { name: 'Kiln', iban: 'UA213223130000026007233566001' });

  expect(readApplicationDraft(storage, 'usr_a')).toEqual({ name: 'Kiln' });
});

it.each(['{', '[]', '{"owner":"usr_a","fields":null}', '{"owner":"usr_a","fields":{"name":3}}'])(
  'ignores the unreadable draft %s',
  (text) => {
    const storage = storageOf();
    storage.setItem('plaza.sell-application', text);

    expect(readApplicationDraft(storage, 'usr_a')).toEqual({});
  },
);
