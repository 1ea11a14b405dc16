import assert from 'node:assert/strict';
import { pageHtml, pageLanguage } from '../../../../src/host/window/page-html';

describe('pageHtml', () => {
  const files = { script: 's.js', style: 's.css', icons: 'i.css', source: 'https://host' };
  const page = { title: 'Page', body: '<div id="root"></div>' };

  it('decision page-isolation: loads nothing but its own script, styles and font', () => {
    const html = pageHtml(files, page);
    const policy = /content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.ok(policy.startsWith("default-src 'none'; "));
    assert.doesNotMatch(policy, /unsafe|\*|img-src|connect-src|data:/);
    const nonces = [...html.matchAll(/nonce[-=]"?([A-Za-z0-9+/=]{20,})/g)].map(
      ([, nonce]) => nonce,
    );
    assert.equal(nonces.length, 5);
    assert.equal(new Set(nonces).size, 1);
  });

  it('is in English unless it is given texts, which it then loads before its script', () => {
    assert.match(pageHtml(files, page), /<html lang="en">/);
    const html = pageHtml({ ...files, language: 'de', texts: 'panel-de.js' }, page);
    assert.match(html, /<html lang="de">/);
    const loaded = [...html.matchAll(/<script nonce="[^"]+" src="([^"]+)">/g)];
    assert.deepEqual(
      loaded.map(([, file]) => file),
      ['panel-de.js', 's.js'],
    );
  });

  it('has texts in German and simplified Chinese, whatever the case of their tags', () => {
    const languages = ['de', 'zh-cn', 'zh-CN', 'zh-tw', 'en', 'en-us', 'fr', ''];
    assert.deepEqual(languages.map(pageLanguage), [
      ...['de', 'zh-cn', 'zh-cn'],
      ...[undefined, undefined, undefined, undefined, undefined],
    ]);
  });

  it('uses another nonce for each page', () => {
    assert.notEqual(pageHtml(files, page), pageHtml(files, page));
  });
});
