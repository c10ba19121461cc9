import { expect, it } from 'vitest';
import { beginningOf, withNames } from './mentions.ts';

it('replaces mentions with names and never shows a user ID', () => {
  const names = new Map([
    ['usr_a', 'Ann'],
    ['usr_gone', ''],
  ]);

  expect(withNames('<@usr_a>, ask <@usr_gone> or <@usr_x>', names)).toBe('@Ann, ask @… or @…');
});

it('cuts a text to the limit without splitting a mention', () => {
  const text = `${'x'.repeat(10)} <@usr_ann> and more`;

  expect(beginningOf(text, 100)).toBe(text);
  expect(beginningOf(text, 16)).toBe('xxxxxxxxxx …');
  expect(beginningOf(text, 22)).toBe('xxxxxxxxxx <@usr_ann>…');
  for (let most = 1; most < text.length; most++) {
    const cut = beginningOf(text, most);
    expect(cut.length).toBeLessThanOrEqual(most);
    expect(cut.replaceAll('<@usr_ann>', '')).not.toMatch(/[<@]/);
  }
});
