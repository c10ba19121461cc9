import { describe, expect, it } from 'vitest';
import { newText } from './new-text.ts';

describe('newText', () => {
  it.each([
    ['a quote above the reply', '> Could you send a photograph?\n\nAttached.', '\nAttached.'],
    ['a quote between lines of the reply', 'Hello,\n> Which one?\nThe blue one.', 'Hello,\nThe blue one.'],
    ['the attribution line', 'Plaza wrote:\n\n> Could you?\n\nYes I can.', '\n\nYes I can.'],
    ['a quote with bars', '| Could you?\nYes I can.', 'Yes I can.'],
  ])('leaves out %s', (_, reply, text) => {
    expect(newText(reply)).toBe(text);
  });

  it.each([
    'I need two things:\na mug and a lamp.',
    'My answer:\n> 5 is fine, says the label\n',
    '| blue | 2 |\n| red | 3 |\nPlease send these.',
    '> Could you send a photograph?\n> Then the refund goes out.',
    'a > b, and that is all.',
    '',
  ])('returns a text unchanged when it quotes no mail, or only quotes: %j', (reply) => {
    expect(newText(reply)).toBe(reply);
  });

  it('returns the reply below 50,000 quoted lines', () => {
    const reply = `${'> a\n'.repeat(50_000)}Yes.`;

    expect(newText(reply)).toBe('Yes.');
  });
});
