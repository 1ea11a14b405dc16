import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createMarkdown } from '../../../../webview/transcript/markdown';

/** The elements the renderer may write; the sanitizer is checked in a browser. */
const tags =
  /<\/?(?:p|br|hr|strong|em|s|code|pre|blockquote|a|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td)(?: (?:href|title|class|start|style)="[^"<>]*")*>/g;

describe('createMarkdown', () => {
  const render = createMarkdown();

  function html(text: string): string {
    return render(text).join('');
  }

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
