import { describe, expect, it } from 'vitest';
import { foreignLinksOf } from './foreign-links.ts';

const known = {
  ownHosts: ['plaza.test', 'www.shop.example'],
  mails: ['See https://news.example/a and ask bob@mail.example'],
};
const foreign = (draft: string) => foreignLinksOf(draft, known);

describe('foreignLinksOf', () => {
  it('accepts our own hosts and those named in the mails', () => {
    expect(
      foreign(
        'https://plaza.test/orders https://help.plaza.test www.shop.example http://news.example/b bob@mail.example',
      ),
    ).toEqual([]);
  });

  it.each([
    ['https://evil.test/pay', 'https://evil.test/pay'],
    ['Pay at evil.com/now, please', 'evil.com/now'],
    ['www.evil.test.', 'www.evil.test'],
    ['mailto:thief@evil.test', 'mailto:thief@evil.test'],
    ['write to thief@evil.test', 'thief@evil.test'],
    ['https://plaza.test.evil.test/', 'https://plaza.test.evil.test/'],
    ['https://plaza.test@evil.test/', 'https://plaza.test@evil.test/'],
    ['https://notplaza.test/', 'https://notplaza.test/'],
    ['https://рlaza.test/', 'https://рlaza.test/'],
    ['ftp://evil.test/a', 'ftp://evil.test/a'],
    ['javascript://evil.test/%0aalert(1)', 'javascript://evil.test/%0aalert'],
    ['(https://evil.test/x)', 'https://evil.test/x'],
    ['https://ev\u200Bil.test/', 'https://evil.test/'],
  ])('reports %s', (draft, link) => {
    expect(foreign(draft)).toContain(link);
  });

  it('reports each link once and at most 20 links', () => {
    expect(foreign('https://evil.test https://evil.test')).toEqual(['https://evil.test']);
    expect(foreign(Array.from({ length: 500 }, (_, at) => `https://e${at}.test`).join(' '))).toHaveLength(20);
  });

  it('ignores abbreviations and amounts', () => {
    expect(foreign('e.g. 12.50 UAH, т.д., P.S. ok.Then')).toEqual([]);
  });
});
