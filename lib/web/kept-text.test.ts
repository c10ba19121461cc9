import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';
import { forgetTexts, keepText, keptText } from './kept-text.ts';

/** Opens a tab of a browser without storage. It still remembers for the life of its page. */
const openTab = () =>
  openStorage(() => {
    throw new Error('not here');
  });

describe('what was typed and not saved', () => {
  it('comes back with the version it was begun from, each for its own draft', () => {
    const tab = openTab();
    keepText(tab, 'drf_1', { text: 'Hello', version: 2 });
    keepText(tab, 'drf_2', { text: 'Bye', version: 1 });

    expect(keptText(tab, 'drf_1')).toEqual({ text: 'Hello', version: 2 });

    keepText(tab, 'drf_1', null);
    expect(keptText(tab, 'drf_1')).toBeNull();
    expect(keptText(tab, 'drf_2')).toEqual({ text: 'Bye', version: 1 });
  });

  it('leaves nothing behind once all is saved, or its person has signed out', () => {
    const tab = openTab();
    keepText(tab, 'drf_1', { text: 'Hello', version: 2 });
    keepText(tab, 'drf_1', null);
    expect(tab.getItem('plaza.inbox-texts')).toBeNull();

    keepText(tab, 'drf_1', { text: 'Hello', version: 2 });
    forgetTexts(tab);
    expect(keptText(tab, 'drf_1')).toBeNull();
  });

  it('is nothing where somebody has written something else there', () => {
    for (const text of ['{', 'null', '[]', '1', '{"drf_1":{"text":1,"version":1}}', '{"drf_1":"Hello"}']) {
      const tab = openTab();
      tab.setItem('plaza.inbox-texts', text);
      expect(keptText(tab, 'drf_1'), text).toBeNull();
    }
  });
});
