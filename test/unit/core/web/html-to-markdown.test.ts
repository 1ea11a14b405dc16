import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { HtmlToMarkdown, pageLimits } from '../../../../src/core/web/html-to-markdown';

const url = 'https://docs.example.com/guide/page.html';
const folder = 'test/fixtures/pages';

function convert(html: string, format: 'markdown' | 'text' = 'markdown') {
  const converter = new HtmlToMarkdown({ url, format });
  converter.write(html);
  return converter.end();
}

const markdown = (html: string) => convert(html).text;

describe('a page as Markdown', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    it(`is as the golden says: ${path.basename(file, '.html')}`, () => {
      const html = readFileSync(path.join(folder, file), 'utf8');
      const golden = readFileSync(path.join(folder, file.replace('.html', '.md')), 'utf8');
      assert.equal(`${markdown(html)}\n`, golden);
    });
  }

  it('has nothing of what is injected unseen', () => {
    const html = readFileSync(`${folder}/hidden-injections.html`, 'utf8');
    assert.match(html, /INJECTED/);
    for (const format of ['markdown', 'text'] as const) {
      const { text, cut } = convert(html, format);
      assert.doesNotMatch(text, /INJECTED/);
      assert.ok(cut > 200);
    }
  });
});

describe('the main part of a page', () => {
  const page = (main: string, rest: string) =>
    `<body><div>${rest}</div><main><p>${main}</p></main></body>`;

  it('comes first when it holds 40 % of the text', () => {
    assert.equal(
      markdown(page('M'.repeat(40), 'r'.repeat(60))),
      `${'M'.repeat(40)}\n\n---\n\n${'r'.repeat(60)}`,
    );
  });

  it('stays where it is when it holds less', () => {
    const text = markdown(page('M'.repeat(20), 'r'.repeat(60)));
    assert.equal(text, `${'r'.repeat(60)}\n\n${'M'.repeat(20)}`);
  });

  it('keeps the headings of its header', () => {
    const html = '<main><header><h1>Title</h1><p>by line</p></header><p>Text</p></main>';
    assert.equal(markdown(html), '# Title\n\nText');
  });
});

describe('what is left out', () => {
  it('is navigation, header, footer and aside, and it is counted', () => {
    const html =
      '<nav>four</nav><header>four</header><footer>four</footer><aside>four</aside><p>Text';
    assert.deepEqual(convert(html), { text: 'Text', cut: 16, removed: 0 });
  });

  it('is script, style, template, svg and comments, which are no text', () => {
    const html = '<script>a</script><style>b</style><template>c</template><svg>d</svg><!-- e -->f';
    assert.deepEqual(convert(html), { text: 'f', cut: 0, removed: 0 });
  });

  it('is what is too deep to be anything, but not its text', () => {
    const deep = '<div>'.repeat(2000);
    assert.equal(markdown(`${deep}<h1>text</h1><p hidden>hidden</p><script>code</script>`), 'text');
  });
});

describe('the title of a page', () => {
  it('is that of its head', () => {
    const { title } = convert(
      '<title>A\u200b &amp;\n B</title><h1>C</h1><svg><title>D</title></svg>',
    );
    assert.equal(title, 'A & B');
  });

  it('is its first heading when there is none', () => {
    assert.equal(convert('<h2>First <b>one</b></h2><h1>Second</h1>').title, 'First one');
    assert.equal(convert('<p>Text').title, undefined);
  });
});

describe('Markdown signs in the text of a page', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['<p># a', '\\# a'],
    ['<p>#1 a', '#1 a'],
    ['<p>> a', '\\> a'],
    ['<p>- a', '\\- a'],
    ['<p>-a', '-a'],
    ['<p>+ a', '\\+ a'],
    ['<p>1<span>. a', '1\\. a'],
    ['<p>a<br>===', 'a\n\\==='],
    ['<p>a<br>---', 'a\n\\---'],
    ['<p>| a', '\\| a'],
    ['<p>: a', '\\: a'],
    ['<p>`a` *b* [c](d) ![e](f)', '\\`a\\` \\*b\\* \\[c\\](d) !\\[e\\](f)'],
    ['<p>__a__ b_c', '\\_\\_a\\_\\_ b_c'],
    ['<p>&lt;<i>b</i>&gt; &amp;lt;', '\\<*b*> \\&lt;'],
    ['<p>a!<a href="/b">c</a>', 'a\\![c](https://docs.example.com/b)'],
    ['<p>\\a', '\\\\a'],
  ];
  for (const [html, text] of cases) {
    it(`form nothing: ${html}`, () => {
      assert.equal(markdown(html), text);
    });
  }

  it('form nothing in code either: its fence is longer than any in it', () => {
    assert.equal(markdown('<pre>````\n</pre>'), '`````\n````\n`````');
    assert.equal(markdown('<code>a``b`</code>'), '``` a``b` ```');
  });
});

describe('blanks of a page', () => {
  it('join to one, also those that a text begins with', () => {
    const html = '<p>a<b>  b</b>  <i>c</i>\u00a0 <code>  d</code>\t\n  e </p>';
    assert.equal(convert(html, 'text').text, 'a b c d e');
  });
});

describe('the limits of a page', () => {
  it('let 2,000 links have their targets', () => {
    const text = markdown('<a href="/a">x</a> '.repeat(2100));
    assert.equal(text.split('](').length - 1, pageLimits.links);
    assert.equal(text.split('x').length - 1 >= 2100, true);
  });

  it('let 20,000 cells be in tables, and the others be text', () => {
    const row = `<tr>${'<td>x</td>'.repeat(100)}</tr>`;
    const text = markdown(`<table>${row.repeat(150)}</table><table>${row.repeat(150)}</table>`);
    assert.equal(text.split('x').length - 1, 30_000);
    assert.ok(text.split(' | ').length < pageLimits.cells);
  });

  it('cut the text at 1 MiB, and say how much', () => {
    const page = '<p>äöü</p>'.repeat(400_000);
    const { text, cut } = convert(page);
    assert.ok(new TextEncoder().encode(text).length <= pageLimits.output);
    assert.ok(cut > 100_000);
  });

  it('close the fence of code that is cut', () => {
    const { text, cut } = convert(`<pre>${'x'.repeat(1_200_000)}</pre>`);
    assert.match(text, /\n```$/);
    assert.ok(cut > 0);
  });
});

describe('a page as text', () => {
  it('has no signs, but its lists and tables', () => {
    const html =
      '<h1>T</h1><p><b>a</b> <a href="/b">c_d</a> <code>e</code><ul><li>f</ul>' +
      '<table><tr><th>g<th>h<tr><td>i<td>j</table><pre>  k\n l</pre>';
    assert.equal(convert(html, 'text').text, 'T\n\na c_d e\n\n- f\n\ng\th\ni\tj\n\n  k\n l');
  });
});
