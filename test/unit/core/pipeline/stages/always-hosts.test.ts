import assert from 'node:assert/strict';
import { alwaysOffers } from '../../../../../src/core/pipeline/stages/approval-request';
import { parseUrlRule } from '../../../../../src/core/contracts/policy/url-rule';
import { noPaths } from '../../../fakes/gate-call';

function offersFor(...urls: readonly string[]) {
  const offers = alwaysOffers({ name: 'fetch' }, { parts: undefined, paths: noPaths, urls });
  const patterns = offers.alwaysOffers.flat().map(({ pattern }) => pattern);
  return [patterns, offers.alwaysLeft.map(({ code }) => code)];
}

describe('"Always allow" of a web tool', () => {
  for (const [url, pattern] of [
    ['https://example.com/a/b?c=d', 'https://example.com/*'],
    ['https://EXAMPLE.com./', 'https://example.com/*'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/*'],
    ['https://example.com:8443/', 'https://example.com:8443/*'],
    ['https://user:pass@example.com/', 'https://example.com/*'],
  ] as const) {
    it(`offers the exact host of ${url}`, () => {
      assert.deepEqual(offersFor(url), [[pattern], []]);
      assert.ok(parseUrlRule(pattern).ok);
    });
  }

  it('offers nothing for what is no address, or several hosts', () => {
    assert.deepEqual(offersFor('example'), [[], ['no-rule-for-it']]);
    assert.deepEqual(offersFor('https://a.test/', 'https://b.test/'), [[], ['no-rule-for-it']]);
  });
});
