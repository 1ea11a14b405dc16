import assert from 'node:assert/strict';
import { panelHtml } from '../../../../../src/host/panel/page/panel-html';

describe('panelHtml', () => {
  const page = { script: 's.js', style: 's.css', icons: 'i.css', source: 'https://host' };

  it('decision page-isolation: loads nothing but its own script, styles and font', () => {
    const html = panelHtml(page);
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
    assert.notEqual(panelHtml(page), panelHtml(page));
  });
});
