import { describe, expect, it } from 'vitest';
import { plainOutput } from './plain-output.ts';

const plain = (text: string) => plainOutput(text, 4_000);

describe('plainOutput', () => {
  it.each([
    ['<b>Hi</b> there', 'Hi there'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<img src=https://evil.test/x onerror=a()>Hi', 'Hi'],
    ['![logo](https://evil.test/p.png?d=secret)Hi', 'logoHi'],
    ['![a][b]\n\n[b]: https://evil.test/p.png', 'a\n\nhttps://evil.test/p.png'],
    ['[our shop](https://evil.test/)', 'our shop (https://evil.test/)'],
    ['<https://plaza.test>', 'https://plaza.test'],
    ['1 < 2 and a <- b', '1 < 2 and a <- b'],
    ['Hi\u{E0049}\u{E0067}\u200B you', 'Hi you'],
    ['line\r\nline\n\n\n\nend', 'line\nline\n\nend'],
  ])('reduces %j to text', (markup, text) => {
    expect(plain(markup)).toBe(text);
  });

  // Millions of characters each. Only work bounded by the requested length ends before the timeout of the test.
  it('leaves no tag or image at any nesting depth and stays within the length limit', () => {
    let nested = 'script';
    for (let depth = 0; depth < 40; depth += 1) nested = `<${nested}<b>`;
    const hostile = [
      nested,
      '<<<<<<a',
      '<scr<script>ipt>alert(1)</scr</script>ipt>',
      '<'.repeat(5_000_000),
      '[('.repeat(5_000_000),
      '![x]('.repeat(2_000_000),
    ];

    for (const text of hostile) {
      const result = plain(text);
      expect(result).not.toMatch(/<[a-z!/?]/i);
      expect(result).not.toContain('![');
      expect(result.length).toBeLessThanOrEqual(4_000);
    }
  });
});
