import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createMarkdown, piecesOf } from '../../../../webview/transcript/markdown';

/** The elements the renderer may write; the sanitizer is checked in a browser. */
const tags =
  /<\/?(?:p|br|hr|strong|em|s|code|pre|blockquote|a|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td)(?: (?:href|title|class|start)="[^"<>]*")*>/g;

describe('createMarkdown', () => {
  const render = createMarkdown();

  function html(text: string): string {
    return render(text).join('');
  }

  it('cuts a long text into pieces that stay as they are while it grows', () => {
    const text = `${'x'.repeat(30_000)}\n${'a line\n'.repeat(5000)}${'🎉'.repeat(15_000)}`;
    const pieces = piecesOf(text);
    assert.equal(pieces.join(''), text);
    assert.ok(pieces.every((piece) => piece.length <= 20_000 && !/\p{Cs}/u.test(piece)));
    const fewer = piecesOf(text.slice(0, 50_000));
    assert.deepEqual(fewer.slice(0, -1), pieces.slice(0, fewer.length - 1));
    assert.deepEqual(piecesOf(''), []);
  });

  it('returns one string per block', () => {
    assert.deepEqual(render('# One\n\ntwo\n\n- a\n- b\n\n---\n'), [
      '<h1>One</h1>\n',
      '<p>two</p>\n',
      '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n',
      '<hr>\n',
    ]);
  });

  it('leaves the blocks before the growing one as they are', () => {
    const before = render('first\n\nsec');
    const after = render('first\n\nsecond');
    assert.equal(before[0], after[0]);
    assert.notEqual(before[1], after[1]);
  });

  it('renders a growing text like the whole one', () => {
    const lines = fc.constantFrom(
      ...['a', '# b', '- c', '  - d', '1. e', '> f', '```', '| g |', '|---|', '---', '    h', ''],
      ...['*i*', '[j](https://k.l)', 'm  ', '\r', '<n>', '***', '=='],
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 30 }), fc.nat(7), (parts, step) => {
        const text = parts.join('\n');
        const grow = createMarkdown();
        for (let end = 0; end < text.length; end += step + 1) grow(text.slice(0, end));
        assert.deepEqual(grow(text), createMarkdown()(text));
      }),
    );
  });

  it('parses a growing text from its last block on', () => {
    const grow = createMarkdown();
    const start = '[x][1]\n\nsecond\n';
    assert.equal(grow(start).length, 2);
    const whole = `${start}\n[1]: https://a.b\n`;
    assert.equal(grow(whole)[0], '<p>[x][1]</p>\n', 'the first block is not parsed again');
    assert.match(render(whole)[0] ?? '', /href/);
  });

  it('shows code that is not closed yet as code', () => {
    assert.match(html('```js\nlet a'), /<pre><code[^>]*>let a/);
  });

  it('resolves links with an address in another block', () => {
    assert.match(html('[a][1]\n\n[1]: https://example.com'), /href="https:\/\/example.com"/);
  });

  const inert: readonly (readonly [string, string])[] = [
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['a script', '<script>alert(1)</script>'],
    ['SVG', '<svg onload=alert(1)>'],
    ['an image', '![x](https://evil.example/leak.png)'],
    ['a link to code', '[x](javascript:alert(1))'],
    ['a data link', '[x](data:text/html,<script>1</script>)'],
  ];
  for (const [name, text] of inert) {
    it(`decision inert-text: makes no element of ${name}`, () => {
      assert.doesNotMatch(html(text), /<(?:img|script|svg)|href="(?!https?:)/i);
    });
  }

  it('decision inert-text: shows a look-alike host name in its encoded form', () => {
    const link = '<a href="https://xn--pple-43d.com/">https://xn--pple-43d.com/</a>';
    for (const text of ['https://аpple.com/', '<https://аpple.com/>']) {
      assert.equal(html(text), `<p>${link}</p>\n`);
    }
  });

  it('decodes the text of an address, except where it would change the meaning', () => {
    assert.match(html('https://a.example/%C3%BC%2F%25'), />https:\/\/a\.example\/ü%2F%25</);
  });

  it('encodes what an address cannot contain', () => {
    assert.match(
      html('[x](https://a.example/ü"<>?q=%20#ö)'),
      /href="https:\/\/a\.example\/%C3%BC%22%3C%3E\?q=%20#%C3%B6"/,
    );
    assert.match(
      html('[x](https://user@bücher.example:80/)'),
      /href="https:\/\/user@xn--bcher-kva\.example:80\/"/,
    );
  });

  it('decision inert-text: shows named characters as text', () => {
    assert.equal(
      html('&copy; &nosuch; &lt;img&gt; &#60;svg&#62;'),
      '<p>© &amp;nosuch; &lt;img&gt; &lt;svg&gt;</p>\n',
    );
    const code = '[x](&#106;avascript:alert(1)) [y](java&Tab;script:alert(1))';
    assert.doesNotMatch(html(code), /href="javascript/i);
  });

  it('makes links only of whole addresses', () => {
    assert.match(html('see https://example.com/a'), /<a href="https:\/\/example.com\/a"/);
    assert.doesNotMatch(html('see example.com and a@example.com'), /<a/);
  });

  it('writes only known elements for any text', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '`',
        '```\n',
        '![',
        '](',
        ')',
        '[',
        'javascript:',
        'x',
        '\n',
        '|',
        '-',
      ],
      ...['<a href=', 'onerror=', '&lt;', '&#60;', '\u0000', '# ', '> ', '* ', '](https://a.b/"'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        assert.doesNotMatch(html(pieces.join('')).replace(tags, ''), /[<>]/);
      }),
    );
  });
});
