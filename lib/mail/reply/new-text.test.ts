import { describe, expect, it } from 'vitest';
import { newText } from './new-text.ts';

describe('newText', () => {
  it.each([
    ['what is cited above it', '> Could you send a photograph?\n\nAttached.', '\nAttached.'],
    ['what is cited between', 'Hello,\n> Which one?\nThe blue one.', 'Hello,\nThe blue one.'],
    ['the line that says who is cited', 'Plaza wrote:\n\n> Could you?\n\nYes I can.', '\n\nYes I can.'],
    ['what is cited with bars', '| Could you?\nYes I can.', 'Yes I can.'],
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
  ])('keeps the words of an author who cites nothing, or nothing but: %j', (reply) => {
    expect(newText(reply)).toBe(reply);
  });

  it('looks at each line once, however many there are', () => {
    const reply = `${'> a\n'.repeat(50_000)}Yes.`;

    expect(newText(reply)).toBe('Yes.');
  });
});
