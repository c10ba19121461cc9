import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

describe('htmlText', () => {
  it.each([
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['<div>one</div><div>two</div>', 'one\ntwo'],
    ['one<br>two<br><br>three', 'one\ntwo\n\nthree'],
    ['a <b>bold</b>, <i>soft</i>word', 'a bold, softword'],
    ['  many \n\t blanks&nbsp;&nbsp;here ', 'many blanks here'],
    ['<ul><li>one</li><li>two</li></ul>after', '- one\n- two\n\nafter'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<blockquote>said<br>twice</blockquote>mine', '> said\n> twice\n\nmine'],
    ['<blockquote><p>one</p><p>two</p></blockquote>', '> one\n>\n> two'],
    ['<pre>a  b\n\n  c</pre>', 'a  b\n\n  c'],
    ['above<hr>below', 'above\n---\nbelow'],
    ['<img alt="a chart" src="cid:x"> seen <img src="y">', '[a chart] seen'],
    ['<a href="https://x.test/a">the page</a>.', 'the page <https://x.test/a>.'],
    ['<a href="https://x.test/">https://x.test</a>', 'https://x.test'],
    ['<a href="mailto:a@x.test">a@x.test</a>', 'a@x.test'],
    ['<a href="javascript:x">plain</a>', 'plain'],
    ['&lt;b&gt; &amp; &copy; &#8364; &#x20AC; &nope; &#xD800; &euro', '<b> & © € € &nope; \uFFFD €'],
    ['<script>var a = "<p>";</script><style>p{}</style><title>t</title>seen', 'seen'],
    ['<SCRIPT>a</p></scripty></Script>seen', 'seen'],
    ['<!-- <p>gone</p> --><!DOCTYPE html>seen', 'seen'],
    ['<p title="a > b">seen</p>', 'seen'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<p>never ended', 'never ended'],
    ['words <b', 'words <b'],
  ])('reads %s', (html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  it('returns every word of escaped text', () => {
    const word = fc.stringMatching(/^[a-z0-9.,!?'"-]{1,12}$/);

    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(htmlText(`<p>${words.join('</b> <b>')}</p>`)).toBe(words.join(' '));
      }),
    );
  });

  it('returns text for any string, HTML or not', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => typeof htmlText(text) === 'string'));
  });
});
