import assert from 'node:assert/strict';
import type { RuleAction } from '../../../../../src/core/contracts/calls/decision';
import { matchesAddress } from '../../../../../src/core/gates/rules/address-rule';

describe('permission rules for addresses', () => {
  for (const [pattern, action, address, covers] of [
    ['*', 'allow', 'https://example.com/', true],
    ['https://example.com/*', 'allow', 'https://example.com/a?b=c#d', true],
    ['https://EXAMPLE.com/*', 'allow', 'https://example.com./', true],
    ['https://example.com/*', 'allow', 'https://example.com:8443/', false],
    ['https://example.com/*', 'allow', 'http://example.com/', false],
    ['https://example.com/*', 'allow', 'https://example.com.evil.test/', false],
    ['https://example.com/*', 'allow', 'https://example.com@evil.test/', false],
    ['https://example.com/*', 'allow', 'https://sub.example.com/', false],
    ['https://example.com/*', 'deny', 'https://sub.example.com/', true],
    ['https://example.com/*', 'ask', 'https://example.com:8443/', true],
    ['https://*.example.com/*', 'allow', 'https://a.b.example.com/', true],
    ['https://*.example.com/*', 'allow', 'https://example.com/', false],
    ['https://example.com/docs/*', 'allow', 'https://example.com/docs/../private', false],
    ['https://xn--bcher-kva.example/*', 'allow', 'https://bücher.example/', true],
    // A rule for all tools may have such a pattern: it allows nothing, and keeps its deny.
    ['https://exam*', 'allow', 'https://example.com/', false],
    ['*example*', 'allow', 'https://example.com/', false],
    ['*example*', 'deny', 'https://example.com/', true],
    ['https://example.com/*', 'deny', 'https://exa mple', true],
    ['https://example.com/*', 'allow', 'https://exa mple', false],
  ] as const satisfies readonly (readonly [string, RuleAction, string, boolean])[]) {
    const title = `${action} ${pattern} ${covers ? 'covers' : 'does not cover'} ${address}`;
    it(`decision address-rules: ${title}`, () => {
      assert.equal(matchesAddress({ pattern, action }, address), covers);
    });
  }
});
