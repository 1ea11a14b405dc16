import assert from 'node:assert/strict';
import fc from 'fast-check';
import { longestUrl, normalUrl, urlsIn } from '../../../../../src/core/base/addresses/urls';

describe('one spelling for a URL', () => {
  it('folds host, default port and dot segments, and nothing else', () => {
    const spellings: readonly (readonly [string, string | undefined])[] = [
      ['https://X.Example', 'https://x.example/'],
      ['HTTPS://x.example:443/a/../b', 'https://x.example/b'],
      ['https://x.example/A?b=C#d', 'https://x.example/A?b=C#d'],
      ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
      ['http://x.example/', 'http://x.example/'],
      ['ftp://x.example/', undefined],
      ['x.example', undefined],
      ['https://', undefined],
      [`https://x.example/${'a'.repeat(longestUrl)}`, undefined],
    ];
    for (const [text, url] of spellings) assert.equal(normalUrl(text), url, text);
  });
});

describe('the URLs in a text', () => {
  it('are found in prose, Markdown, JSON and HTML, without what follows them', () => {
    const texts: readonly (readonly [string, readonly string[]])[] = [
      ['See https://x.example/a.', ['https://x.example/a']],
      ['(see https://x.example/a_(b)).', ['https://x.example/a_(b)']],
      [
        '[a](https://x.example/a), **https://x.example/b**',
        ['https://x.example/a', 'https://x.example/b'],
      ],
      ['{"url":"https://x.example/a?b=c","n":1}', ['https://x.example/a?b=c']],
      [
        '<a href="https://x.example/?a=1&amp;b=2">',
        ['https://x.example/?a=1&amp;b=2', 'https://x.example/?a=1&b=2'],
      ],
      ['https://x.example/a#part', ['https://x.example/a#part', 'https://x.example/a']],
      ['请看https://x.example/a。', ['https://x.example/a']],
      ['https://x.example/?key=[REDACTED:token]', ['https://x.example/?key=']],
      ['file:///etc/passwd and git@x.example:a/b', []],
    ];
    for (const [text, urls] of texts) assert.deepEqual([...urlsIn(text)], urls, text);
  });

  it('are in their normal spelling, whatever the text', () => {
    const piece = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const url of urlsIn(pieces.join(' '))) assert.equal(normalUrl(url), url);
      }),
    );
  });
});
