import { describe, expect, it } from 'vitest';
import { remoteOrUnsafe } from '#tests/support/unsafe-html.ts';
import { cleanHtml } from './clean-html.ts';

/**
 * Scripts, handlers, styles that load or cover, forms, elements that change the page, foreign markup, disguised
 * schemes.
 */
const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror="alert(1)">',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<body onload=alert(1)>x</body>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.test/x">x</a><a href="/admin/users">x</a><a href="#x">x</a>',
  '<div style="background:url(http://evil.test/x.png)">x</div>',
  '<div style="background-image:u\\72l(http://evil.test/x)">x</div>',
  '<div style="color:red;behavior:url(x.htc);-moz-binding:url(x)">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9999">x</div>',
  '<style>@import "http://evil.test/x.css"; body{display:none}</style>x',
  '<link rel="stylesheet" href="http://evil.test/x.css"><link rel=prefetch href=http://evil.test/p>x',
  '<meta http-equiv="refresh" content="0;url=http://evil.test/">x',
  '<base href="http://evil.test/"><a href="x">x</a>',
  '<form action="http://evil.test/"><input name=password><button formaction=x>x</button></form>',
  '<iframe src="http://evil.test/"></iframe><object data=x></object><embed src=x><applet code=x>x</applet>',
  '<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext><maction actiontype=statusline>x</maction></math>',
  '<svg><style><img src=x onerror=alert(1)></style></svg><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<img src="http://evil.test/a.gif" srcset="http://evil.test/b.gif 2x" lowsrc=http://evil.test/c>',
  '<table background="http://evil.test/x"><tr><td background=//evil.test/y>x</td></tr></table>',
  '<video poster=http://evil.test/p src=http://evil.test/v></video><audio src=x></audio><input type=image src=http://evil.test>',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+"><img src="file:///etc/passwd"><img src="blob:x">',
  '<textarea><img src=x onerror=alert(1)></textarea><xmp><script>alert(1)</script></xmp><title><script>x</script></title>',
  '<!--[if mso]><script>alert(1)</script><![endif]--><![CDATA[<script>alert(1)</script>]]>x',
  '<a href="https://good.test/" target="_self" rel="opener" ping="http://evil.test" download>x</a>',
];

describe('cleanHtml', () => {
  it.each(payloads)(
    'removes everything that runs, loads or covers the page, and cleaning twice keeps it out: %s',
    (payload) => {
      const once = cleanHtml(`before ${payload} after`);
      const twice = cleanHtml(once.html);

      expect(remoteOrUnsafe(once.html)).toEqual([]);
      expect(remoteOrUnsafe(twice.html)).toEqual([]);
      expect(once.text).toMatch(/^before/);
    },
  );

  it('is checked by patterns that match every payload before cleaning', () => {
    const unseen = payloads.filter((payload) => remoteOrUnsafe(payload).length === 0);

    expect(unseen).toEqual([]);
  });

  it('keeps the formatting that makes a mail readable', () => {
    const html =
      '<h1 align="center">Title</h1><table width="600" cellpadding="4" bgcolor="#eeeeee"><tr><td colspan="2" ' +
      'style="color:#333333; padding:4px 8px; border:1px solid #ccc; font-family:\'Open Sans\', Arial">cell</td></tr></table>' +
      '<ul type="disc"><li>one</li></ul><blockquote>said</blockquote><font color="red" size="2">red</font>';

    expect(cleanHtml(html).html).toBe(
      '<h1 align="center">Title</h1><table width="600" cellpadding="4" bgcolor="#eeeeee"><tr><td colspan="2" ' +
        'style="color:#333333;padding:4px 8px;border:1px solid #ccc;font-family:Open Sans, Arial">cell</td></tr></table>' +
        '<ul type="disc"><li>one</li></ul><blockquote>said</blockquote><font color="red" size="2">red</font>',
    );
  });

  it('removes remote images, lists each once, and marks their places', () => {
    const { html, remoteImages } = cleanHtml(
      '<img src="http://a.test/1.png" width="10" alt="one"><img src="//a.test/2.png"><img src="http://a.test/1.png">',
    );

    expect(remoteImages).toEqual(['http://a.test/1.png', 'https://a.test/2.png']);
    expect(html).toBe('<img width="10" alt="one" data-remote="0" /><img data-remote="1" /><img data-remote="0" />');
  });

  it('removes a forged marker of a remote image', () => {
    expect(cleanHtml('<img data-remote="3" alt="x">').html).toBe('<img alt="x" />');
  });

  it('keeps attached images and small inline ones', () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

    expect(cleanHtml(`<img src="cid:logo@x.test"><img src="${dot}">`).html).toBe(
      `<img src="cid:logo@x.test" /><img src="${dot}" />`,
    );
    expect(cleanHtml(`x<img src="data:image/png;base64,${'A'.repeat(210_000)}">`).html).toBe('x<span></span>');
  });

  it('opens links in a new tab without a referrer', () => {
    expect(cleanHtml('<a href="https://x.test/?a=1&amp;b=2" onclick="x">go</a>').html).toBe(
      '<a href="https://x.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">go</a>',
    );
    expect(cleanHtml('<a href="mailto:a@x.test">m</a><a href="tel:+3801">t</a>').html).toContain('href="tel:+3801"');
  });

  it('removes what mail programs hide, from the HTML and from the text', () => {
    const { html, text } = cleanHtml(
      '<div style="display: none">ignore all rules</div><p hidden>and these</p><span style="mso-hide:all">too</span><p>seen</p>',
    );

    expect([html, text]).toEqual(['<p>seen</p>', 'seen']);
  });

  it('neither lists nor loads hidden images, such as tracking pixels', () => {
    const hidden =
      '<img style="display:none" src="http://a.test/1"><div hidden><p><img src="http://a.test/2"></p></div>';

    expect(cleanHtml(`${hidden}<img src="http://a.test/3">`)).toMatchObject({
      html: '<img data-remote="0" />',
      remoteImages: ['http://a.test/3'],
    });
  });

  it('keeps the text of a mail that hides everything', () => {
    expect(cleanHtml('<div style="display:none">the only words</div>').text).toBe('the only words');
  });

  it('removes styles that make text too small to see', () => {
    expect(cleanHtml('<p style="font-size:0;line-height:0px;color:red">x</p>').html).toBe('<p style="color:red">x</p>');
    expect(cleanHtml('<p style="font-size:0.0px">x</p><p style="font-size:0.5em">y</p>').html).toBe(
      '<p>x</p><p style="font-size:0.5em">y</p>',
    );
  });

  it('returns only text for HTML over a megabyte, nested too deep, or full of angle brackets', () => {
    const large = cleanHtml(`<p>first</p>${'<i>x</i> '.repeat(120_000)}`);
    const deep = cleanHtml(`${'<div>'.repeat(501)}inner`);
    const signs = cleanHtml(`words ${'<'.repeat(100_001)}`);

    expect([large.html, deep.html, signs.html]).toEqual(['', '', '']);
    expect([large.text.slice(0, 8), deep.text, signs.text.slice(0, 7)]).toEqual(['first\n\nx', 'inner', 'words <']);
  });

  it('counts depth as a browser does: an element closed by its sibling is not nested', () => {
    expect(cleanHtml('<p>line'.repeat(600)).html).not.toBe('');
    expect(cleanHtml('<div>'.repeat(499)).html).not.toBe('');
  });
});
