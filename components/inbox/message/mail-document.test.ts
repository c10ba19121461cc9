import { describe, expect, it } from 'vitest';
import { mailDocument } from './mail-document.ts';

describe('the document of a mail', () => {
  it('forbids scripts and everything that is loaded, before any of the mail', () => {
    const page = mailDocument('<p>Hello</p>');

    expect(page.indexOf("default-src 'none'; style-src 'unsafe-inline'; img-src data:")).toBeGreaterThan(0);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<p>Hello</p>'));
  });

  it('asks for no picture that is not there yet, and keeps those that are', () => {
    const page = mailDocument('<img alt="a" src="cid:part1@x"><img src="data:image/png;base64,AA==">');

    expect(page).not.toContain('src="cid:');
    expect(page).toContain('<img src="data:image/png;base64,AA==">');
  });
});
