import assert from 'node:assert/strict';
import { buildPolicy } from '../../../../src/host/policy/build-policy';
import { policyWarnings } from '../../../../src/host/policy/policy-warnings';
import { createFakeSettings } from '../../fakes/settings';
import type { KnownTool } from '../../../../src/core/tools/known.gen';

const tools: readonly KnownTool[] = [
  { id: 'core__bash', group: 'shell', traits: ['runsCommand'] },
  { id: 'core__read', group: 'filesystem', traits: [] },
  { id: 'core__list_directory', group: 'filesystem', traits: [] },
  { id: 'mcp__files__get', group: 'mcp:files', traits: [] },
];

function notes(values: Parameters<typeof createFakeSettings>[0]): readonly string[] {
  const known = { allowedTools: ['bash'], defaultPermissions: {}, ...values };
  const settings = createFakeSettings(known);
  assert.deepEqual(settings.problems(), []);
  const policy = buildPolicy({ version: 1, settings, workspaceRules: [], grants: [] });
  return policyWarnings(policy, settings, tools);
}

const rule = { pattern: 'x', action: 'deny' };

describe('decision 9: names that no tool has', () => {
  it('are reported with what was probably meant', () => {
    assert.deepEqual(notes({ permissions: { bsh: [rule] } }), [
      'gatehouse.permissions names the tool "bsh", which does not exist. Did you mean "bash"?',
    ]);
  });

  const places: readonly (readonly [string, Parameters<typeof notes>[0], RegExp])[] = [
    [
      'the list of allowed tools',
      { allowedTools: ['lst_directory'] },
      /allowedTools.+"list_directory"/,
    ],
    ['shipped rules', { defaultPermissions: { redd: [rule] } }, /defaultPermissions.+"read"/],
    [
      'policy rules',
      { 'policy.rules': [{ effect: 'deny', tool: 'Bahs' }] },
      /policy\.rules\[0\].+"bash"/,
    ],
    [
      'a wildcard',
      { 'policy.rules': [{ effect: 'deny', tool: 'wri*' }] },
      /policy\.rules\[0\].+"wri\*"/,
    ],
    [
      'a group',
      { 'toolPolicies.groups': { shell: [{ policy: 'read_before_write', read_tools: ['rad'] }] } },
      /toolPolicies\.groups\.shell.+"read"/,
    ],
    [
      'dependencies',
      {
        'toolPolicies.profile': [
          { policy: 'sequential_dependency', dependencies: { bash: ['lint'] } },
        ],
      },
      /toolPolicies\.profile.+"lint", which does not exist\.$/,
    ],
    ['an allowed `*`, which is no tool', { allowedTools: ['*'] }, /allowedTools.+"\*"/],
    [
      'a tool that its server does not have',
      { permissions: { mcp__files__gett: [rule] } },
      /"mcp__files__get"/,
    ],
  ];
  for (const [what, values, note] of places) {
    it(`are found in ${what}`, () => {
      const found = notes(values);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', note);
    });
  }

  it('aliases, ids, wildcards and tools of servers that are not connected are known', () => {
    const quiet = notes({
      allowedTools: ['shell', 'core__read', 'mcp__other__x'],
      permissions: { read_file: [rule], '*': [rule] },
      'policy.rules': [
        { effect: 'deny', tool: '*' },
        { effect: 'deny', tool: 'BASH' },
        { effect: 'deny', tool: 'core__*' },
        { effect: 'deny', tool: 'LIST_*' },
        { effect: 'deny', tool: 'mcp__other__*' },
      ],
      'toolPolicies.groups': { 'mcp:other': [] },
    });
    assert.deepEqual(quiet, []);
  });

  it('a group in which no tool is, is reported', () => {
    assert.deepEqual(notes({ 'toolPolicies.groups': { filesystm: [] } }), [
      'gatehouse.toolPolicies.groups names the group "filesystm", which has no tools. Did you mean "filesystem"?',
    ]);
  });
});

describe('rules that are read well and do nothing', () => {
  it('decision 4: a shadowed deny is reported at load, with its place', () => {
    const [note, ...others] = notes({
      permissions: { bash: [{ pattern: '*', action: 'ask' }, rule] },
    });
    assert.match(
      note ?? '',
      /^gatehouse\.permissions\.bash\[1\]: this deny \(bash "x"\) never.+ permissions\.bash\[0\] /,
    );
    assert.deepEqual(others, []);
  });

  it('legacy lists next to permission rules are reported', () => {
    const [note] = notes({ permissions: { bash: [rule] }, 'shell.blockedCommands': ['sudo'] });
    assert.match(note ?? '', /^gatehouse\.shell\.blockedCommands is not used/);
  });
});
