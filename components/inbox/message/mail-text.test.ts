import { describe, expect, it } from 'vitest';
import { textBlocks, textPieces } from './mail-text.ts';

describe('the text of a mail', () => {
  it('folds quotes and signatures and never what the author wrote between them', () => {
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

  it('shows a forward open when nothing was added to it', () => {
    const blocks = textBlocks('From: a\n\nHello', [{ kind: 'forwarded', start: 0, end: 14 }]);

    expect(blocks).toEqual([{ kind: 'forwarded', text: 'From: a\n\nHello', folds: false }]);
  });

  it('is shown whole where nothing is known of its parts', () => {
    expect(textBlocks('\n\nHello\n', [])).toEqual([{ kind: 'reply', text: 'Hello', folds: false }]);
    expect(textBlocks(' \n', [])).toEqual([]);
  });
});

describe('the links of a text', () => {
  it('are those of the web and of mail, without the sentence around them', () => {
    expect(textPieces('See (https://plaza.test/a?b=1). Or write to me@x.test!')).toEqual([
      { text: 'See (', href: null },
      { text: 'https://plaza.test/a?b=1', href: 'https://plaza.test/a?b=1' },
      { text: '). Or write to ', href: null },
      { text: 'me@x.test', href: 'mailto:me@x.test' },
      { text: '!', href: null },
    ]);
  });

  it('are never of a scheme that runs or reads', () => {
    const schemes = 'javascript:alert(1) data:text/html,x file:///etc/passwd vbscript:x blob:y';

    expect(textPieces(schemes)).toEqual([{ text: schemes, href: null }]);
  });

  // 3.9 million characters: work that grew with their square would be 10^13 steps, hours beyond the timeout of the test.
  it('are found in a time that grows with the text and not with its square', () => {
    const text = 'a.'.repeat(1_000_000) + 'http://'.repeat(200_000) + '@'.repeat(500_000);

    const pieces = textPieces(text);

    expect(pieces.map((piece) => piece.text).join('') === text).toBe(true);
  });
});
