import { describe, expect, it } from 'vitest';
import { mailDocument } from './mail-document.ts';

describe('the HTML document of an email', () => {
  it('sets a policy against scripts and external content before the content of the email', () => {
    const page = mailDocument('<p>Hello</p>');

    expect(page.indexOf("default-src 'none'; style-src 'unsafe-inline'; img-src data:")).toBeGreaterThan(0);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<p>Hello</p>'));
  });

  it('drops unresolved cid pictures and keeps embedded pictures', () => {
    const page = mailDocument('<img alt="a" src="cid:part1@x"><img src="data:image/png;base64,AA==">');

    expect(page).not.toContain('src="cid:');
    expect(page).toContain('<img src="data:image/png;base64,AA==">');
  });
});
