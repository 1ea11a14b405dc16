import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { decode, encode, format, parse } from '../../../webview/addresses';

describe('the addresses of the page', () => {
  const markdown = new MarkdownIt();

  /** As markdown-it does with the replaced package. */
  function normalized(url: string): string {
    const parsed = parse(url);
    return format({ pathname: encode(parsed.pathname) });
  }

  const addresses = [
    'https://example.com',
    'https://example.com/a b/ü?q=ü&x=%20%zz#ö"<>',
    'http://user@bücher.example:8080/path',
    'HTTPS://EXAMPLE.com/%E2%82%AC',
    '/relative path/ü',
    'mailto:someone@example.com',
    'command:workbench.action.quit',
    '#part',
    '',
  ];
  for (const url of addresses) {
    it(`encodes “${url}” as the package does`, () => {
      assert.equal(normalized(url).toLowerCase(), markdown.normalizeLink(url).toLowerCase());
    });
  }

  it('encodes any path as the package does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const url = `/${text.replace(/[\s\\]/g, '')}`;
        assert.equal(normalized(url), markdown.normalizeLink(url));
      }),
    );
  });

  it('decision inert-text: shows a look-alike host name in its encoded form', () => {
    assert.match(normalized('https://аpple.com/'), /^https:\/\/xn--/);
    assert.match(decode(format(parse('https://аpple.com/'))), /^https:\/\/xn--/);
  });

  it('decodes for display, except where it would change the meaning', () => {
    assert.equal(decode('/%C3%BC%2F%25'), '/ü%2F%25');
    assert.equal(decode('/%ff %C3%BC'), '/%ff %C3%BC');
  });

  it('accepts a lone surrogate and an invalid host', () => {
    assert.equal(encode('\ud800'), '%EF%BF%BD');
    assert.equal(parse('https://a b/').pathname, 'https://a b/');
  });
});
