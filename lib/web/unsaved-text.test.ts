import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';
import { clearUnsavedTexts, readUnsavedText, storeUnsavedText } from './unsaved-text.ts';

/** Opens a tab of a browser without storage. It still remembers for the life of its page. */
const openTab = () =>
  openStorage(() => {
    throw new Error('not here');
  });

describe('unsaved texts', () => {
  it('are restored with the version they were begun from, each for its own draft', () => {
    const tab = openTab();
    storeUnsavedText(tab, 'drf_1', { text: 'Hello', version: 2 });
    storeUnsavedText(tab, 'drf_2', { text: 'Bye', version: 1 });

    expect(readUnsavedText(tab, 'drf_1')).toEqual({ text: 'Hello', version: 2 });

    storeUnsavedText(tab, 'drf_1', null);
    expect(readUnsavedText(tab, 'drf_1')).toBeNull();
    expect(readUnsavedText(tab, 'drf_2')).toEqual({ text: 'Bye', version: 1 });
  });

  it('are removed from the storage once all are saved, and at sign-out', () => {
    const tab = openTab();
    storeUnsavedText(tab, 'drf_1', { text: 'Hello', version: 2 });
    storeUnsavedText(tab, 'drf_1', null);
    expect(tab.getItem('plaza.inbox-texts')).toBeNull();

    storeUnsavedText(tab, 'drf_1', { text: 'Hello', version: 2 });
    clearUnsavedTexts(tab);
    expect(readUnsavedText(tab, 'drf_1')).toBeNull();
  });

  it('are ignored when the stored value is malformed', () => {
    for (const text of ['{', 'null', '[]', '1', '{"drf_1":{"text":1,"version":1}}', '{"drf_1":"Hello"}']) {
      const tab = openTab();
      tab.setItem('plaza.inbox-texts', text);
      expect(readUnsavedText(tab, 'drf_1'), text).toBeNull();
    }
  });
});
