import assert from 'node:assert/strict';
import {
  settings as declared,
  type SettingKey,
} from '../../../../src/core/contracts/settings/settings';
import { buildPolicy } from '../../../../src/host/policy/build-policy';
import { problemText } from '../../../../src/host/settings/warning-texts';
import { createFakeSettings } from '../../fakes/settings';

const braces = '{a,b}'.repeat(17);
const many = (count: number) => Array.from({ length: count }, (_, n) => `x${String(n)}`);
const ask = (pattern: string) => ({ pattern, action: 'ask' });
const rule = { effect: 'deny', tool: 'bash' };

describe('a value that cannot be read fails closed', () => {
  it('every effect asks when the list of effects is broken', () => {
    const settings = createFakeSettings({ requireApprovalForEffects: ['write'] });
    assert.deepEqual(settings.get('requireApprovalForEffects'), [
      'read_only',
      'state_change',
      'external_side_effect',
    ]);
  });

  it('no tool runs when the main switch is broken', () => {
    assert.equal(createFakeSettings({ 'tools.enabled': 'yes' }).get('tools.enabled'), false);
  });

  it('the authorization rules hold when their switch is broken', () => {
    const settings = createFakeSettings({ 'authorization.enabled': 'no' });
    assert.equal(settings.get('authorization.enabled'), true);
  });

  it('no command runs when the list of blocked ones is broken', () => {
    const settings = createFakeSettings({ 'shell.blockedCommands': 'sudo' });
    assert.deepEqual(settings.get('shell.blockedCommands'), ['*']);
  });

  it('no call is made, rather than any number, when the limit on calls is broken', () => {
    const settings = createFakeSettings({ 'tools.maxCallsPerSession': '5' });
    const policy = buildPolicy({ version: 1, settings, workspaceRules: [], grants: [] });
    const place = 'tools.maxCallsPerSession';
    assert.deepEqual(policy.policyRules, [
      { effect: 'deny', tool: '*', place, isUnreadable: true },
    ]);
    assert.equal(policy.limits.maxCallsPerSession, 1);
    assert.match(problemText(settings.problems()[0] ?? assert.fail()), /Every tool call is denied/);
  });

  it('a message takes one round of tool calls when the limit on rounds is broken', () => {
    const settings = createFakeSettings({ 'agent.maxToolIterations': '3' });
    assert.equal(settings.get('agent.maxToolIterations'), 1);
  });

  it('nothing is removed for its age when the days are broken', () => {
    const settings = createFakeSettings({ 'overflow.retentionDays': '90' });
    assert.ok(settings.get('overflow.retentionDays') >= 36_500);
  });

  for (const key of ['tools.timeout', 'shell.timeout', 'shell.hardTimeout'] as const) {
    it(`${key} stays a limit when it is broken`, () => {
      const value = createFakeSettings({ [key]: 0 }).get(key);
      assert.equal(value, declared[key].default);
    });
  }

  it('every command asks when the list of those that ask is broken', () => {
    const settings = createFakeSettings({ 'shell.confirmPatterns': [''] });
    assert.deepEqual(settings.get('shell.confirmPatterns'), ['*']);
  });
});

describe('policy rules, authorization rules and tool policies are strict', () => {
  const broken: readonly (readonly [string, SettingKey, unknown, string])[] = [
    ['an unknown effect', 'policy.rules', [{ ...rule, effect: 'ask' }], '[0].effect'],
    ['an unknown field', 'policy.rules', [{ ...rule, env: ['CI'] }], '[0]'],
    ['no tool', 'policy.rules', [{ effect: 'deny' }], '[0].tool'],
    ['a tool that is no name', 'policy.rules', [{ ...rule, tool: 'a b' }], '[0].tool'],
    ['an empty list of paths', 'policy.rules', [{ ...rule, paths: [] }], '[0].paths'],
    [
      'a trust level of another system',
      'policy.rules',
      [{ ...rule, trust_level: 'verified' }],
      '[0].trust_level',
    ],
    [
      'capabilities that are no texts',
      'authorization.rules',
      [{ ...rule, capabilities: [1] }],
      '[0].capabilities[0]',
    ],
    [
      'a long expression',
      'authorization.rules',
      [{ ...rule, args_match: 'a'.repeat(1025) }],
      '[0].args_match',
    ],
    ['over 256 rules', 'policy.rules', Array.from({ length: 257 }, () => rule), ''],
    ['no list', 'authorization.rules', rule, ''],
    ['a glob of too many', 'policy.rules', [{ ...rule, paths: ['a', braces] }], '[0].paths[1]'],
    ['a glob of too many', 'file.denyRead', [braces], '[0]'],
    ['a glob of too many', 'file.allowRead', ['a', braces], '[1]'],
    ['a glob of too many', 'permissions', { read: [ask('a'), ask(braces)] }, 'read[1].pattern'],
    ['a long pattern', 'permissions', { bash: [ask('a'.repeat(1001))] }, 'bash[0].pattern'],
    ['over 256 rules of a tool', 'permissions', { bash: many(257).map(ask) }, 'bash'],
    [
      'over 1,024 rules in all',
      'permissions',
      Object.fromEntries(many(5).map((name) => [name, many(250).map(ask)])),
      '',
    ],
    ['over 256 globs', 'file.denyRead', many(257), ''],
    ['an absolute path', 'files.protected', ['deploy', '/srv/keys'], '[1]'],
    ['braces', 'files.protected', ['deploy/{a,b}'], '[0]'],
    ['a long text', 'shell.blockedCommands', ['a'.repeat(1001)], '[0]'],
    ['an unknown policy', 'toolPolicies.profile', [{ policy: 'always' }], '[0].policy'],
    [
      'an unknown field of a policy',
      'toolPolicies.profile',
      [{ policy: 'read_before_write', dependencies: {} }],
      '[0]',
    ],
    ['a group that is no name', 'toolPolicies.groups', { 'File System': [] }, 'File System'],
    [
      'dependencies on all tools',
      'toolPolicies.profile',
      [{ policy: 'sequential_dependency', dependencies: { bash: ['*'] } }],
      '[0].dependencies.bash[0]',
    ],
    [
      'a day that is none',
      'permissions',
      { bash: [{ pattern: 'a', action: 'ask', added: 'today' }] },
      'bash[0].added',
    ],
  ];
  for (const [what, key, value, path] of broken) {
    it(`${what} in ${key} is reported with its place`, () => {
      const problems = createFakeSettings({ [key]: value }).problems();
      assert.deepEqual(
        problems.map((problem) => [problem.key, problem.path]),
        [[key, path]],
      );
    });
  }

  it('accepts what the documentation shows', () => {
    const settings = createFakeSettings({
      'policy.rules': [
        { effect: 'deny', tool: 'mcp__*', trust_level: 'provisional', capabilities: ['net'] },
        { effect: 'allow', tool: 'read', paths: ['/home/me/notes/*'], args_match: '\\bx\\b' },
      ],
      'toolPolicies.groups': {
        shell: [],
        'mcp:files': [{ policy: 'read_before_write', read_tools: ['mcp__files__Get'] }],
      },
    });
    assert.deepEqual(settings.problems(), []);
  });
});
