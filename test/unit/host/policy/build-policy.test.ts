import assert from 'node:assert/strict';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import type { StoredGrant } from '../../../../src/host/policy/grants';
import {
  buildPolicy,
  grantedRule,
  withSessionGrants,
} from '../../../../src/host/policy/build-policy';
import { defaultRules, toolPatterns } from '../../../../src/core/contracts/settings/define-setting';
import { ruleName } from '../../../../src/core/gates/rules/permission-layers';
import { shown } from '../../../../src/host/window/language';
import { inGerman } from '../../fakes/in-german';
import { createFakeSettings } from '../../fakes/settings';

type Values = Parameters<typeof createFakeSettings>[0];

const workspaceRule: PermissionRule = {
  tool: 'core__bash',
  pattern: '*deploy*',
  action: 'deny',
  source: 'workspace',
  place: 'workspace.deny.bash[0]',
};
const granted: StoredGrant = {
  tool: 'shell',
  pattern: 'npm test',
  added: '2026-01-31',
  scope: { kind: 'workspace' },
};
const ofChat: StoredGrant = {
  tool: 'edit',
  pattern: '/repo/a',
  scope: { kind: 'session', sessionId: 's1' },
};

function build(values: Values = {}, grants: readonly StoredGrant[] = []) {
  const settings = createFakeSettings(values);
  return buildPolicy({ version: 1, settings, workspaceRules: [workspaceRule], grants });
}

function lines(rules: readonly PermissionRule[]): readonly string[] {
  return rules.map((rule) => `${rule.source} ${rule.action} ${rule.tool} ${rule.pattern}`);
}

describe('INV-19: buildPolicy', () => {
  it('orders the permission rules: workspace, granted, user, legacy, shipped', () => {
    const policy = build(
      {
        permissions: { bash: [{ pattern: 'git *', action: 'ask', added: '2026-01-02' }] },
        defaultPermissions: { read_file: [{ pattern: '*', action: 'allow' }] },
      },
      [granted, ofChat],
    );
    assert.deepEqual(policy.permissions, [
      workspaceRule,
      {
        tool: 'core__bash',
        pattern: 'npm test',
        action: 'allow',
        source: 'granted',
        added: '2026-01-31',
      },
      {
        tool: 'core__bash',
        pattern: 'git *',
        action: 'ask',
        source: 'user',
        place: 'permissions.bash[0]',
        added: '2026-01-02',
      },
      {
        tool: 'core__read',
        pattern: '*',
        action: 'allow',
        source: 'default',
        place: 'defaultPermissions.read_file[0]',
      },
    ]);
  });

  it('decision egress-gate: only a rule that the user wrote allows after text of strangers', () => {
    const rule = { pattern: '*', action: 'allow', evenAfterUntrusted: true };
    const { permissions } = build({ permissions: { fetch: [rule] }, defaultPermissions: {} }, [
      { ...granted, ...rule },
    ]);
    assert.deepEqual(
      permissions.map(({ source, evenAfterUntrusted: even }) => [source, even]),
      [
        ['workspace', undefined],
        ['granted', undefined],
        ['user', true],
      ],
    );
    assert.equal(defaultRules.safeParse({ fetch: [rule] }).success, false);
    assert.equal(toolPatterns.safeParse({ fetch: [rule] }).success, false, 'of a workspace');
  });

  it('keeps the rules in the order in which they are written, across tools', () => {
    const rule = { pattern: 'x', action: 'deny' };
    const { permissions } = build({ permissions: { '*': [rule], bash: [rule], edit: [rule] } });
    const ofUser = permissions.filter(({ source }) => source === 'user');
    assert.deepEqual(
      ofUser.map(({ tool }) => tool),
      ['*', 'core__bash', 'core__edit'],
    );
  });

  it('puts what was granted to a chat behind the rules of the workspace, in that chat only', () => {
    const policy = build({ defaultPermissions: {} }, [granted]);
    assert.deepEqual(lines(withSessionGrants(policy, [ofChat]).permissions), [
      'workspace deny core__bash *deploy*',
      'session allow core__edit /repo/a',
      'granted allow core__bash npm test',
    ]);
    assert.equal(withSessionGrants(policy, []), policy);
  });

  for (const key of ['permissions', 'defaultPermissions'] as const) {
    it(`no grant can lift a deny that was lost: none is used while ${key} cannot be read`, () => {
      const rules = { bash: [{ pattern: 'npm test', action: 'deny' }] };
      const broken = { ...rules, write: [{ pattern: 'x', action: 'aks' }] };
      const isGranted = ({ source }: PermissionRule) => source === 'granted';
      assert.ok(build({ [key]: rules }, [granted]).permissions.some(isGranted));
      assert.ok(!build({ [key]: broken }, [granted]).permissions.some(isGranted));
    });
  }

  it('is frozen, and so are its rules', () => {
    const policy = build({ 'policy.rules': [{ effect: 'deny', tool: 'bash', paths: ['a'] }] }, [
      granted,
    ]);
    const [rule] = policy.policyRules;
    const parts = [policy, policy.permissions, ...policy.permissions, policy.policyRules, rule];
    for (const part of [...parts, rule?.paths, policy.limits, policy.approvalEffects]) {
      assert.ok(Object.isFrozen(part));
    }
    assert.ok(Object.isFrozen(withSessionGrants(policy, [ofChat]).permissions));
  });

  it("names a grant in VS Code's language", () => {
    const names = [granted, ofChat, { ...ofChat, exact: 'digest' }].map((grant) =>
      inGerman(() => shown(ruleName(grantedRule(grant)))),
    );
    assert.deepEqual(names, [
      'Regel bash "npm test" (für diesen Arbeitsbereich gewährt)',
      'Regel edit "/repo/a" (für diesen Chat gewährt)',
      'Regel edit "/repo/a" (genau dieser Aufruf, für diesen Chat gewährt)',
    ]);
  });

  it('INV-20: names the allowed tools canonically; none when tools are off', () => {
    const digests = { Get: '0'.repeat(64), 'a b': '1'.repeat(64) };
    const allowed = {
      // A tool of a server is not admitted by its id alone (INV-21).
      allowedTools: ['shell', 'core__read', 'mcp__files__Set'],
      'mcp.allowedTools': { files: { level: 'provisional' as const, digests } },
    };
    assert.deepEqual(
      [...build(allowed).allowedTools],
      ['core__bash', 'core__read', 'mcp__files__Get', 'mcp__files__a_b'],
    );
    assert.equal(build({ ...allowed, 'tools.enabled': false }).allowedTools.size, 0);
  });

  it('takes effects and limits from the settings', () => {
    const policy = build({
      requireApprovalForEffects: ['read_only'],
      'tools.timeout': 5,
      'tools.maxCallsPerSession': 7,
      'overflow.threshold': 2000,
    });
    assert.deepEqual(policy.approvalEffects, ['read_only']);
    assert.deepEqual(policy.limits, {
      timeoutMs: 5000,
      maxCallsPerSession: 7,
      overflowThreshold: 2000,
      overflowMaxBytes: 10_485_760,
    });
  });
});

describe('003-permissions-7: legacy lists', () => {
  const lists = {
    'shell.blockedCommands': ['rm -rf', 'sudo'],
    'shell.confirmPatterns': ['git push'],
    defaultPermissions: { bash: [{ pattern: '*', action: 'allow' }] },
  };

  it('become deny and ask rules before the shipped ones, and every other command asks', () => {
    const { permissions } = build(lists);
    assert.deepEqual(lines(permissions.slice(1)), [
      'legacy deny core__bash *rm -rf*',
      'legacy deny core__bash *sudo*',
      'legacy ask core__bash *git push*',
      'legacy ask core__bash *',
      'default allow core__bash *',
    ]);
    assert.equal(permissions[2]?.place, 'shell.blockedCommands[1]');
  });

  it('are converted when `permissions` is there and holds no rule', () => {
    assert.equal(build({ ...lists, permissions: { bash: [] } }).permissions.length, 6);
  });

  it('are not used once the user has set a rule', () => {
    const policy = build({ ...lists, permissions: { edit: [{ pattern: 'a', action: 'ask' }] } });
    assert.ok(policy.permissions.every(({ source }) => source !== 'legacy'));
  });

  it('add nothing while both are empty, nor while the rules cannot be read', () => {
    for (const values of [{}, { ...lists, permissions: 'all' }]) {
      assert.ok(build(values).permissions.every(({ source }) => source !== 'legacy'));
    }
  });
});

describe('000-rules-1: policy rules', () => {
  const deny = { effect: 'deny', tool: 'Bash', args_match: 'curl', trust_level: 'provisional' };
  const allow = { effect: 'allow', tool: 'read_file', paths: ['/a/*'], capabilities: ['net'] };

  it('policy.rules, then authorization.rules when they are enabled', () => {
    const rules = { 'policy.rules': [deny], 'authorization.rules': [allow] };
    const first = {
      effect: 'deny',
      tool: 'core__bash',
      place: 'policy.rules[0]',
      argsMatch: 'curl',
      trustLevel: 'provisional',
    };
    assert.deepEqual(build(rules).policyRules, [first]);
    assert.deepEqual(build({ ...rules, 'authorization.enabled': true }).policyRules, [
      first,
      { effect: 'allow', tool: 'core__read', place: 'authorization.rules[0]', paths: ['/a/*'] },
    ]);
  });

  const unreadable: readonly NonNullable<Values>[] = [
    { 'policy.rules': [{ ...deny, effect: 'dney' }] },
    { 'policy.rules': [allow], 'authorization.enabled': true, 'authorization.rules': 'all' },
    { 'policy.rules': [allow], 'toolPolicies.groups': { filesystem: ['read_before_write'] } },
    { 'policy.rules': [allow], 'toolPolicies.profile': {} },
  ];
  for (const values of unreadable) {
    const key = Object.keys(values).at(-1) ?? '';
    it(`every call is denied while ${key} cannot be read, and the rule names it`, () => {
      const [first] = build(values).policyRules;
      assert.deepEqual(first, { effect: 'deny', tool: '*', place: key, isUnreadable: true });
    });
  }

  it('000-transaction-13: has what limits the copies of a transaction; 0 is no limit', () => {
    const own = { 'shell.maxSnapshotEntries': 7, 'shell.snapshotSkip': ['big'] };
    const { maxEntries, skip } = build(own).shell.transaction;
    assert.deepEqual([maxEntries, skip], [7, ['big']]);
    assert.equal(build().shell.transaction.maxEntries, 20_000);
    const unlimited = { 'shell.maxSnapshotEntries': 0, 'shell.maxSnapshotBytes': 0 };
    const { maxBytes, maxEntries: most } = build(unlimited).shell.transaction;
    assert.deepEqual([maxBytes, most], [0, Infinity]);
  });

  it('authorization rules that are off deny nothing, readable or not', () => {
    assert.deepEqual(build({ 'authorization.rules': 'all' }).policyRules, []);
  });
});
