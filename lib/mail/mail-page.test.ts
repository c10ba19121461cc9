import { describe, expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';

const page = (heading: string) =>
  mailPage({ key: 'k', to: 'ann@a.test', locale: 'en', subject: heading, heading, parts: [{ text: heading }] });

describe('mailPage', () => {
  it('replaces line breaks in the subject, which could imitate the text of the mail, with spaces', () => {
    expect(page('Hello \r\n\n  you\u2028there').subject).toBe('Hello you there');
  });

  it('removes bidirectional control characters from subject and text', () => {
    expect(page('Ann \u202elpmaxe\u202c')).toMatchObject({ subject: 'Ann lpmaxe', text: 'Ann lpmaxe\n\nAnn lpmaxe\n' });
  });

  // Quadratic work over the blanks would take 10^12 steps, hours beyond the timeout of the test.
  it('returns a subject with two million blanks without quadratic work', () => {
    const heading = `a${' '.repeat(2_000_000)}b`;

    expect(page(heading).subject === heading).toBe(true);
  });
});
