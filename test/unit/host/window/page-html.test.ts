import assert from 'node:assert/strict';
import { pageHtml } from '../../../../src/host/window/page-html';

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

  it('uses another nonce for each page', () => {
    assert.notEqual(pageHtml(files, page), pageHtml(files, page));
  });
});
