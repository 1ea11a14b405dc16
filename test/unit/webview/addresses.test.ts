import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { decode, encode, format, parse } from '../../../webview/addresses';

describe('the addresses of the page', () => {
  const markdown = new MarkdownIt();

  /** As markdown-it does with the package that this stands in for. */
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

  it('decision inert-text: shows the name of a look-alike host as it is asked for', () => {
    assert.match(normalized('https://аpple.com/'), /^https:\/\/xn--/);
    assert.match(decode(format(parse('https://аpple.com/'))), /^https:\/\/xn--/);
  });

  it('decodes for the eye, but not what would change the meaning', () => {
    assert.equal(decode('/%C3%BC%2F%25'), '/ü%2F%25');
    assert.equal(decode('/%ff %C3%BC'), '/%ff %C3%BC');
  });

  it('takes a lone surrogate, and a host that is none', () => {
    assert.equal(encode('\ud800'), '%EF%BF%BD');
    assert.equal(parse('https://a b/').pathname, 'https://a b/');
  });
});
