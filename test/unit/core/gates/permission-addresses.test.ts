import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { askAtOnce, fakeWorkspace, gateCall } from '../../fakes/gate-call';

const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });

function verdictOn(url: string, rules: readonly Partial<PermissionRule>[]) {
  const permissions = rules.map((rule): PermissionRule => ({
    ...{ tool: 'core__fetch', pattern: '*', action: 'allow', source: 'user' },
    ...rule,
  }));
  return askAtOnce(
    gate,
    gateCall({
      tool: { name: 'fetch', effect: 'external_side_effect', group: 'web' },
      subject: { text: url, urls: [url] },
      policy: { permissions, approvalEffects: ['external_side_effect'] },
    }),
  ).verdict;
}

describe('permission rules of web tools', () => {
  it('003-permissions-1: the first rule that covers the address decides', () => {
    const rules = [
      { pattern: 'https://example.com/private/*', action: 'deny' },
      { pattern: 'https://example.com/*' },
      { pattern: '*', action: 'ask' },
    ] as const;
    assert.equal(verdictOn('https://example.com/docs', rules), 'allow');
    assert.equal(verdictOn('https://example.com/private/x', rules), 'deny');
    assert.equal(verdictOn('https://example.com/x/..%2fprivate/x', rules), 'deny');
    assert.equal(verdictOn('https://example.org/', rules), 'ask');
  });

  it('no text in an address makes a rule for another host match', () => {
    const rules = [{ pattern: 'https://example.com/*' }];
    for (const url of [
      'https://evil.test/https://example.com/',
      'https://evil.test/?https://example.com/',
      'https://example.com@evil.test/',
    ]) {
      assert.equal(verdictOn(url, rules), 'ask', url);
    }
  });

  it('a rule for all tools denies by its text, and allows only by an address or *', () => {
    const deny = { tool: '*', pattern: '*example*', action: 'deny' } as const;
    assert.equal(verdictOn('https://example.com/', [deny, {}]), 'deny');
    assert.equal(verdictOn('https://example.com/', [{ ...deny, action: 'allow' }]), 'ask');
  });

  it('decision 6: the shipped rules ask', () => {
    const shipped = { pattern: '*', action: 'ask', source: 'default' } as const;
    assert.equal(verdictOn('https://example.com/', [shipped]), 'ask');
  });
});
