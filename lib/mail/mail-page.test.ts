import { describe, expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';

const page = (heading: string) =>
  mailPage({ key: 'k', to: 'ann@a.test', locale: 'en', subject: heading, heading, parts: [{ text: heading }] });

describe('mailPage', () => {
  it('makes one line of words with line breaks, which could pretend to be the text of the mail', () => {
    expect(page('Hello \r\n\n  you\u2028there').subject).toBe('Hello you there');
  });

  it('shows no word in another order than it is written', () => {
    expect(page('Ann \u202elpmaxe\u202c')).toMatchObject({ subject: 'Ann lpmaxe', text: 'Ann lpmaxe\n\nAnn lpmaxe\n' });
  });

  // Quadratic work over the blanks would take 10^12 steps, hours beyond the timeout of the test.
  it('takes a time that grows with a run of blanks and not with its square', () => {
    const heading = `a${' '.repeat(2_000_000)}b`;

    expect(page(heading).subject === heading).toBe(true);
  });
});
