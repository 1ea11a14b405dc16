import assert from 'node:assert/strict';
import { selectElements, type ElementSelection } from '../../../../src/core/web/select-elements';

const url = 'https://docs.example.com/guide/page.html';

async function select(html: string, query: Partial<ElementSelection>) {
  const pause = () => Promise.resolve();
  const slicing = { pause, isOver: () => false };
  const whole = { select: 'p', extract: 'text', limit: 10, ...query };
  const result = await selectElements({ html, url }, whole, slicing);
  assert.ok(result !== undefined);
  return result;
}

async function items(html: string, query: Partial<ElementSelection>): Promise<readonly string[]> {
  const result = await select(html, query);
  assert.ok(result.ok);
  return result.value.items;
}

async function refusal(html: string, query: Partial<ElementSelection>): Promise<string> {
  const result = await select(html, query);
  assert.ok(!result.ok);
  assert.equal(result.failure.errorCode, 'validation');
  return result.failure.message;
}

describe('what a selector finds', () => {
  it('is text, with one line for each block, without scripts and invisible characters', async () => {
    const html =
      '<article>A\u200b <b>b</b>c<p>d</p><ul><li>e<li>f</ul><script>g</script><pre>h\n i</pre></article>';
    assert.deepEqual(await items(html, { select: 'article' }), ['A bc\nd\ne\nf\nh\n i']);
  });

  it('is HTML with absolute links', async () => {
    const html = '<p>x<a href="../b?c=1&amp;d" title=\'"\'>y &lt;</a><img src=i.png></p>';
    assert.deepEqual(await items(html, { extract: 'html' }), [
      '<p>x<a href="https://docs.example.com/b?c=1&amp;d" title="&quot;">y &lt;</a>' +
        '<img src="https://docs.example.com/guide/i.png"></p>',
    ]);
  });

  it('is an attribute; an address is absolute, also to the base of the page', async () => {
    const html = '<base href="/z/"><a href="x" class="A">1</a><a href="#y">2</a><a>3</a>';
    assert.deepEqual(await items(html, { select: 'a', extract: 'attr:href' }), [
      'https://docs.example.com/z/x',
      'https://docs.example.com/z/#y',
    ]);
    assert.deepEqual(await items(html, { select: 'a', extract: 'attr:CLASS' }), ['A']);
  });

  it('skips what is blank, and says how many match in all', async () => {
    const result = await select('<title>T</title><p>1<p> <p>&nbsp;<p>2<p>3<p>4', { limit: 3 });
    assert.deepEqual(result, {
      ok: true,
      value: { title: 'T', items: ['1', '2', '3'], found: 6, removed: 0 },
    });
  });

  for (const [selector, found] of [
    ['h1 + p', ['a']],
    ['h1 ~ p:nth-child(3)', ['b']],
    ['div > p:last-of-type', ['b']],
    ['div:has(> h1) p:not(.x)', ['a', 'b']],
    [':is(h1, h2)', ['t']],
    ['[data-x^="1"]', ['a']],
    ['p:contains("b")', ['b']],
    ['html', []],
  ] as const) {
    it(`is as CSS says: ${selector}`, async () => {
      const html = '<div><h1>t</h1><p data-x=12>a</p><p>b</p></div>';
      assert.deepEqual(await items(html, { select: selector }), found);
    });
  }
});

describe('a selector', () => {
  it('has at most 256 characters', async () => {
    assert.match(await refusal('', { select: 'a'.repeat(257) }), /more than 256 characters/);
    assert.deepEqual(await items('<p>', { select: 'a'.repeat(256) }), []);
  });

  it('nests others at most two deep', async () => {
    assert.match(await refusal('', { select: ':not(:is(:has(a)))' }), /more than 2 deep/);
    assert.match(await refusal('', { select: ':where(:NOT(:is(b)))' }), /more than 2 deep/);
    assert.deepEqual(await items('<p>x', { select: 'p:not(:is(:nth-child(2)))' }), ['x']);
    assert.deepEqual(await items('<p>x', { select: 'p:not([a=":is(:is(:is("])' }), ['x']);
  });

  for (const select of [
    String.raw`:n\6ft(:\69s(:h\61s(a)))`,
    String.raw`:not(:is(:\000068 as(a)))`,
    'p:not(/*"*/:is(:not(b))/*"*/)',
    'p[a=x"]:not(:is(:not(b)))[a=y"]',
    'p:contains("):not(:is(:not(b))):contains(")',
    'p:contains([):not(:is(:not(b))):contains(])',
    'p:contains(/*):not(:is(:not(b))):contains(*/)',
    'p:nth-child(1 of :not(:is(b)))',
    'p:not(:is(:NTH-LAST-CHILD(2n OF b)))',
    String.raw`p:nth-child(1 of \3a not\28\3a is\28 b\29\29 )`,
    ':matches(:matches(:matches(b)))',
  ]) {
    it(`nests others at most two deep, however it is written: ${select}`, async () => {
      assert.match(await refusal('<p>', { select }), /more than 2 deep/);
    });
  }

  for (const [select, found] of [
    [String.raw`p:not(:is(.\28 ))`, ['x']],
    ['p:not(:is([a=":is(:is(:is("]))', ['x']],
    ['p:not(:is(/* :is(:is( */ b))', ['x']],
    ['p:contains("x"):not(:is(b))', ['x']],
    ['p:nth-child(1 of :not(b))', ['x']],
    ['p:not(:nth-child(2 of p))', ['x']],
  ] as const) {
    it(`may nest two deep: ${select}`, async () => {
      assert.deepEqual(await items('<p>x', { select }), found);
    });
  }

  it('that is none is named with its problem', async () => {
    assert.match(await refusal('', { select: 'p[' }), /not a CSS selector that can be used: .+/);
    assert.match(await refusal('', { select: 'p:nope(1)' }), /nope/);
    assert.match(await refusal('', { select: '> p' }), /not a CSS selector/);
    assert.match(await refusal('', { select: ' ' }), /is empty/);
  });

  it('goes with text, html or an attribute', async () => {
    for (const extract of ['', 'json', 'attr:', 'attr:a b']) {
      assert.match(await refusal('<p>', { extract }), /"text", "html" or "attr:"/);
    }
  });

  it('ends when its work is too much for the page', async () => {
    const flat = '<i></i>'.repeat(50_000);
    assert.match(await refusal(flat, { select: 'i:nth-last-child(2n+1)' }), /too much work/);
    const deep = '<div>'.repeat(500) + '<i></i>'.repeat(50_000);
    assert.match(await refusal(deep, { select: 'div:has(b):has(u) i ~ i' }), /too much work/);
  });
});

describe('the work of a selector', () => {
  const many = '<i></i>'.repeat(30_000);
  for (const [select, html] of [
    ['div:has(i, + b) > i', `<div>${many}</div>`],
    ['b:empty ~ i', `<b>${' '.repeat(900_000)}</b>${many}`],
    [':lang(en)', `<div lang="${'-'.repeat(200_000)}">${many}</div>`],
    ['[x*="b" i] > i', `<div x="${'a'.repeat(800_000)}">${many}</div>`],
  ] as const) {
    it(`counts what one look costs: ${select}`, async () => {
      assert.match(await refusal(html, { select }), /too much work/);
    });
  }
});

describe('a hostile page', () => {
  for (const [name, html] of [
    ['20,000 nested elements', '<div>'.repeat(20_000)],
    ['300,000 elements that stay open', '<b>'.repeat(300_000)],
    ['100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=b`).join(' ')}>`],
    ['1 MB of <', '<'.repeat(1_000_000)],
    ['many texts', '<i>x</i>'.repeat(120_000)],
  ] as const) {
    it(`is searched to its end: ${name}`, async () => {
      for (const extract of ['text', 'html']) {
        const found = await items(html, { select: '*', extract, limit: 3 });
        assert.ok(found.join('').length <= 1_048_576);
      }
    });
  }

  it('is left when its time is over', async () => {
    let isLate = false;
    const pause = () => {
      isLate = true;
      return Promise.resolve();
    };
    const page = { html: '<p>x</p>'.repeat(20_000), url };
    const query = { select: 'p', extract: 'text', limit: 1 };
    const slicing = { pause, isOver: () => isLate };
    assert.equal(await selectElements(page, query, slicing), undefined);
  });
});
