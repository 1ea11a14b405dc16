import assert from 'node:assert/strict';
import { buildPolicy } from '../../../../src/host/policy/build-policy';
import { problemText } from '../../../../src/host/settings/warning-texts';
import { createFakeSettings } from '../../fakes/settings';

type Values = Parameters<typeof createFakeSettings>[0];

function problemsOf(values: Values): readonly string[] {
  return createFakeSettings(values).problems().map(problemText);
}

describe('settings of web addresses', () => {
  for (const address of ['example.com', '*.example.com', 'example.com:8443', 'https://a.b/c/*']) {
    it(`gatehouse.web.allow and .deny take ${address}`, () => {
      assert.deepEqual(problemsOf({ 'web.allow': [address], 'web.deny': [address] }), []);
    });
  }

  for (const address of [
    'http://example.com',
    '*',
    'exam*.com',
    'example.com/docs',
    'https://a/b',
  ]) {
    it(`any other form is refused at load, with place and remedy: ${address}`, () => {
      for (const key of ['web.allow', 'web.deny'] as const) {
        const [problem = '', ...others] = problemsOf({ [key]: ['example.com', address] });
        assert.deepEqual(others, []);
        assert.ok(problem.includes(`gatehouse.${key} at [1]: `), problem);
        assert.match(problem, /[Ww]rite |only https addresses/);
        assert.match(problem, /[^.]\. No web tool may run\.$/);
      }
    });
  }

  it('an unreadable list denies all web calls, and no others', () => {
    for (const key of ['web.allow', 'web.deny'] as const) {
      const { policyRules } = buildPolicy({
        ...{ version: 1, workspaceRules: [], grants: [] },
        settings: createFakeSettings({ [key]: ['*'] }),
      });
      assert.deepEqual(policyRules, [
        { effect: 'deny', tool: 'core__fetch', place: key, isUnreadable: true },
        { effect: 'deny', tool: 'core__web_scrape', place: key, isUnreadable: true },
      ]);
    }
  });

  for (const pattern of ['*', 'https://example.com/*', 'https://*.example.com/docs/*']) {
    it(`a permission rule of a web tool takes ${pattern}`, () => {
      for (const tool of ['fetch', 'web_scrape', 'web_fetch']) {
        assert.deepEqual(
          problemsOf({ permissions: { [tool]: [{ pattern, action: 'allow' }] } }),
          [],
        );
      }
    });
  }

  for (const pattern of ['example.com', '*example.com*', 'http://example.com/*', 'https://*']) {
    it(`and no text: ${pattern}`, () => {
      const rules = { fetch: [{ pattern, action: 'deny' }] };
      const [problem = ''] = problemsOf({ permissions: rules });
      assert.ok(problem.includes('gatehouse.permissions at fetch[0].pattern: '), problem);
      assert.ok(problem.includes('write https://host/path*'), problem);
    });
  }

  it('003-permissions-6: its examples are matched as the gate matches an address', () => {
    const match = ['https://example.com/a'];
    const notMatch = ['https://evil.test/https://example.com/', 'https://sub.example.com/'];
    const rule = { pattern: 'https://example.com/*', action: 'allow', match, notMatch };
    assert.deepEqual(problemsOf({ permissions: { fetch: [rule] } }), []);
    const wrong = { ...rule, match: notMatch, notMatch: match };
    assert.equal(problemsOf({ permissions: { fetch: [wrong] } }).length, 1);
  });
});
