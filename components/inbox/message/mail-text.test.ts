import { describe, expect, it } from 'vitest';
import { textBlocks } from './mail-text.ts';

describe('the text of an email', () => {
  it('folds quotes and signatures but not the replies between them', () => {
    const text = '> When?\nOn Monday.\n> Where?\nAt noon.\n-- \nOlha';
    const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });

    const blocks = textBlocks(text, [
      { kind: 'quoted', ...at('> When?\n') },
      { kind: 'reply', ...at('On Monday.\n') },
      { kind: 'quoted', ...at('> Where?\n') },
      { kind: 'reply', ...at('At noon.\n') },
      { kind: 'signature', ...at('-- \nOlha') },
    ]);

    expect(blocks).toEqual([
      { kind: 'quoted', text: '> When?', folds: true },
      { kind: 'reply', text: 'On Monday.', folds: false },
      { kind: 'quoted', text: '> Where?', folds: true },
      { kind: 'reply', text: 'At noon.', folds: false },
      { kind: 'signature', text: '-- \nOlha', folds: true },
    ]);
  });

  it('shows a forwarded email unfolded when nothing was added to it', () => {
    const blocks = textBlocks('From: a\n\nHello', [{ kind: 'forwarded', start: 0, end: 14 }]);

    expect(blocks).toEqual([{ kind: 'forwarded', text: 'From: a\n\nHello', folds: false }]);
  });

  it('is one unfolded block when its parts are unknown', () => {
    expect(textBlocks('\n\nHello\n', [])).toEqual([{ kind: 'reply', text: 'Hello', folds: false }]);
    expect(textBlocks(' \n', [])).toEqual([]);
  });
});
