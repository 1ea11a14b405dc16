import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HtmlToMarkdown, pageLimits } from '../../../../src/core/web/html-to-markdown';

const formats = ['markdown', 'text'] as const;
const unseen =
  /(?!\n|\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

function convert(format: 'markdown' | 'text', ...chunks: readonly string[]) {
  const converter = new HtmlToMarkdown({ url: 'https://example.com/', format });
  for (const chunk of chunks) converter.write(chunk);
  return converter.end();
}

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('a hostile page', () => {
  const million = 1_000_000;
  const pages: Readonly<Record<string, string>> = {
    '20,000 nested elements': `${'<div>'.repeat(20_000)}text${'</div>'.repeat(20_000)}`,
    '300,000 nested elements that stay open': '<b>'.repeat(300_000),
    'nested elements and stray end tags': '<i>'.repeat(100_000) + '</u>'.repeat(100_000),
    '100,000 attributes': `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=b`).join(' ')}>x`,
    '1 MB of <': '<'.repeat(million),
    '1 MB of &': '&'.repeat(million),
    '1 MB of backticks': '`'.repeat(million),
    '1 MB of blanks in code': `<pre>${' '.repeat(million)}x</pre>`,
    '1 MB of line breaks': '<br>'.repeat(250_000),
    'an attribute of 1 MB': `<p style="width:${'1'.repeat(million)}!">x`,
    'styles of many blanks': `<p style="clip:rect(0${' '.repeat(50_000)}0${' '.repeat(50_000)}0">x`,
    'a comment that stays open': `x<!--${'-'.repeat(million)}`,
    'everything unclosed': '<table><tr><td><ul><li><a href=x><b><code><pre><blockquote>x'.repeat(
      10_000,
    ),
    '40,000 nested lists': '<ul><li>x'.repeat(40_000),
    '40,000 nested quotations': '<blockquote>x'.repeat(40_000),
    '40,000 nested tables': '<table><tr><td>x'.repeat(40_000),
    'a row of 100,000 cells': `<table><tr>${'<td rowspan=1000 colspan=1000>x'.repeat(100_000)}`,
    'emphasis in emphasis': '<b>x<i>y'.repeat(100_000),
    'one word of 1 MB': 'x'.repeat(million),
    'one link of 1 MB': `<a href="${'x'.repeat(million)}">y</a>`,
  };
  for (const [name, page] of Object.entries(pages)) {
    it(`is read to its end, and its text is bounded: ${name}`, () => {
      for (const format of formats) {
        const { text } = convert(format, page);
        assert.ok(bytes(text) <= pageLimits.output);
      }
    });
  }

  it('keeps the text of 20,000 nested elements', () => {
    assert.equal(convert('markdown', pages['20,000 nested elements'] ?? '').text, 'text');
  });
});

/** Pieces of pages, put together at random. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'<p>,</p>,<div>,</div>,<ul>,<ol start=9>,<li>,</li>,</ul>,<table>,<tr>,<td>,<th colspan=3>'.split(
      ',',
    ),
    ...'</td>,</table>,<pre>,</pre>,<code>,</code>,<a href="/x(y)">,</a>,<b>,</b>,<i>,</i>'.split(
      ',',
    ),
    ...'<h1>,</h1>,<h3>,<blockquote>,</blockquote>,<br>,<hr>,<dl>,<dt>,<dd>,<main>,</main>'.split(
      ',',
    ),
    ...'<header>,</header>,<nav>,</nav>,<script>,</script>,<svg/>,<math>,<img alt="a`b">,<sup>'.split(
      ',',
    ),
    ...'<p style="color:white">,<p hidden>,<title>,</title>,<!--,-->,<![CDATA[,]]>,<base href=/z/>'.split(
      ',',
    ),
    ...'&lt;,&amp;,&#8203;,&#x202e;,&nbsp;,&notin,&,<,>,\r\n,\r,\n, ,\t,`,```,~~,|,_,*,#,1.,- ,!'.split(
      ',',
    ),
    '\u{e0041}',
    '\u200d',
    '\u2028',
    '\u3164',
    '\ud800',
    '😀',
    '中文',
    'x'.repeat(17_000),
  ),
  fc.string({ maxLength: 8 }),
);
const page = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('any page', () => {
  it('never throws, is bounded, and has no invisible characters', () => {
    fc.assert(
      fc.property(page, fc.constantFrom(...formats), (html, format) => {
        const { text, title = '', cut } = convert(format, html);
        assert.ok(bytes(text) <= pageLimits.output);
        assert.doesNotMatch(text + title, unseen);
        assert.ok(cut >= 0);
      }),
    );
  });

  it('gives the same text however its chunks are cut', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(page, sizes, (html, lengths) => {
        const chunks: string[] = [];
        for (let at = 0, turn = 0; at < html.length; turn += 1) {
          const length = html.length > 5000 ? 997 : (lengths[turn % lengths.length] ?? 1);
          chunks.push(html.slice(at, at + length));
          at += length;
        }
        assert.deepEqual(convert('markdown', ...chunks), convert('markdown', html));
      }),
    );
  });
});
