import assert from 'node:assert/strict';
import bash from '../../../../src/core/tools/bash';
import edit from '../../../../src/core/tools/edit';
import findPath from '../../../../src/core/tools/find-path';
import grep from '../../../../src/core/tools/grep';
import listDirectory from '../../../../src/core/tools/list-directory';
import read from '../../../../src/core/tools/read';
import readOverflow from '../../../../src/core/tools/read-overflow';
import write from '../../../../src/core/tools/write';
import { problemText } from '../../../../src/host/settings/warning-texts';
import { inGerman } from '../../fakes/in-german';
import { createFakeSettings } from '../../fakes/settings';
import { pathTools } from '../../../../src/host/settings/value-checks';

type Values = Parameters<typeof createFakeSettings>[0];

function problemsOf(values: Values): readonly string[] {
  return createFakeSettings(values).problems().map(problemText);
}

describe('a value that its schema refuses', () => {
  const cases: readonly (readonly [Values, string])[] = [
    [{ 'tools.enabled': 'yes' }, 'tools.enabled: the value must be true or false.'],
    [{ 'tools.timeout': 0 }, 'tools.timeout: the value must be at least 1.'],
    [{ permissionLevel: 'all' }, 'permissionLevel: the value must be one of ask, rules, edits.'],
    [{ 'openai.models': [3] }, 'openai.models at [0]: the value must be a string.'],
    [
      { permissions: { bash: [{ pattern: 'ls', action: 'allow', when: 1 }] } },
      'permissions at bash[0]: the value has no key "when".',
    ],
    [
      { permissions: { bash: [{ action: 'deny' }] } },
      'permissions at bash[0].pattern: the value is missing.',
    ],
    [
      { 'mcp.servers': { a: { command: 'x' }, A: { command: 'x' } } },
      'mcp.servers: the names of two servers differ only in case.',
    ],
    [
      { 'mcp.servers': { a: {} } },
      'mcp.servers at a: the value needs exactly one of command, url.',
    ],
    [
      { 'mcp.servers': { a: { command: 'x', url: 'https://b.example' } } },
      'mcp.servers at a: the value needs exactly one of command, url.',
    ],
    [
      { 'mcp.servers': { a: { comand: 'x', args: 'y' } } },
      'mcp.servers at a: the value has no key "comand".',
    ],
    [{ 'mcp.servers': { a: 3 } }, 'mcp.servers at a: the value must be a table, { … }.'],
    [
      { 'mcp.servers': { a: { command: 'x', args: 'y' } } },
      'mcp.servers at a.args: the value must be a list, [ … ].',
    ],
    [
      { 'mcp.servers': { a: { type: 'sse', url: 'https://b.example' } } },
      'mcp.servers at a.type: the value must be one of http.',
    ],
    [
      { 'mcp.servers': { 'a b': { command: 'x' } } },
      'mcp.servers at a b: the value must match the pattern /^[A-Za-z0-9]',
    ],
  ];
  for (const [values, start] of cases) {
    it(`is reported in words, not in those of the library: ${start}`, () => {
      const [problem = ''] = problemsOf(values);
      assert.ok(problem.startsWith(`gatehouse.${start}`), problem);
    });
  }
});

describe('a server that is neither a program nor an address', () => {
  it("is reported in VS Code's language", () => {
    const values = { 'mcp.servers': { a: {} } };
    const [problem = ''] = inGerman(() => problemsOf(values));
    assert.match(problem, /braucht genau eines von: command, url/);
  });
});

describe('003-permissions-6: examples of permission rules', () => {
  const holding: readonly (readonly [string, string, object])[] = [
    ['a command', 'bash', { pattern: 'npm run *', match: ['npm run a && b'], notMatch: ['npm i'] }],
    ['a command without arguments', 'bash', { pattern: 'git status *', match: ['git status'] }],
    ['a command in any case', 'bash', { pattern: '*SUDO*', match: ['sudo ls'] }],
    ['an alias of bash', 'shell', { pattern: 'git status *', match: ['git status'] }],
    ['a path', 'write', { pattern: 'docs/*', match: ['docs/a/b.md'], notMatch: ['doc/a'] }],
    ['a path that a star does not cross', 'read', { pattern: 'a/*.ts', notMatch: ['a/b/c.ts'] }],
    ['a path in its own case', 'core__edit', { pattern: 'SRC/*', notMatch: ['src/a'] }],
    ['a text', 'read_overflow', { pattern: 'a*', match: ['a/b'] }],
    ['any tool by path or text', '*', { pattern: '*/x', match: ['a/b/x', 'a/x'] }],
  ];
  for (const [what, tool, rule] of holding) {
    it(`are matched as the gate matches ${what}`, () => {
      assert.deepEqual(problemsOf({ permissions: { [tool]: [{ action: 'allow', ...rule }] } }), []);
    });
  }

  it('a deny is tried in any case, as the gate does', () => {
    const rule = { pattern: 'SRC/*', action: 'deny', match: ['src/a'] };
    assert.deepEqual(problemsOf({ permissions: { read: [rule] } }), []);
  });

  it('decision 5: what refuses or asks is tried on each piece of a command, what allows is not', () => {
    const examples = (action: string, example: object) =>
      problemsOf({ permissions: { bash: [{ pattern: 'sudo *', action, ...example }] } }).length;
    for (const action of ['deny', 'ask']) {
      assert.equal(examples(action, { match: ['cd /tmp && sudo ls'] }), 0);
      assert.equal(examples(action, { notMatch: ['cd /tmp && sudo ls'] }), 1);
    }
    assert.equal(examples('allow', { match: ['cd /tmp && sudo ls'] }), 1);
  });

  it('one in `match` that does not match refuses all rules, and names place and remedy', () => {
    const rules = [
      { pattern: 'ls', action: 'allow' },
      { pattern: 'npm *', action: 'allow', match: ['npm test', 'nmp test'] },
    ];
    const settings = createFakeSettings({ permissions: { bash: rules } });
    assert.deepEqual(settings.get('permissions'), {});
    assert.deepEqual(settings.get('defaultPermissions'), {});
    assert.deepEqual(settings.problems().map(problemText), [
      'gatehouse.permissions at bash[1].match[1]: "npm *" does not match "nmp test". Permission rules and "Always allow" rules are not used, and every tool call asks.',
    ]);
  });

  it('one in `notMatch` that matches refuses all rules, shipped ones too', () => {
    const rule = { pattern: '**', action: 'allow', notMatch: ['.env'] };
    const settings = createFakeSettings({ defaultPermissions: { read: [rule] } });
    assert.deepEqual(settings.get('defaultPermissions'), {});
    assert.match(problemText(settings.problems()[0] ?? assert.fail()), /read\[0\]\.notMatch\[0\]/);
  });

  it('the path tools are those of the filesystem group', () => {
    const tools = [bash, edit, findPath, grep, listDirectory, read, readOverflow, write];
    for (const { name, group } of tools) {
      assert.equal(pathTools.has(`core__${name}`), group === 'filesystem', name);
    }
  });
});

describe('000-rules-6: expressions of policy rules', () => {
  for (const key of ['policy.rules', 'authorization.rules'] as const) {
    it(`${key} is refused whole when one cannot be compiled`, () => {
      const rule = { effect: 'deny', tool: 'bash' };
      const values = { [key]: [rule, { ...rule, args_match: '(' }] };
      assert.deepEqual(createFakeSettings(values).get(key), []);
      assert.match(problemsOf(values).join(), new RegExp(`${key} at \\[1\\]\\.args_match: `));
    });
  }

  it('may begin with what the engine understands', () => {
    const rule = { effect: 'deny', tool: 'bash', args_match: '(?i)sudo' };
    assert.deepEqual(problemsOf({ 'policy.rules': [rule] }), []);
  });
});

describe('W8: dependencies of tool policies', () => {
  const circle = {
    policy: 'sequential_dependency',
    dependencies: { deploy: ['build'], build: ['shell'], execute_bash: ['deploy'] },
  };

  it('a circle is refused and named, also through aliases', () => {
    assert.deepEqual(problemsOf({ 'toolPolicies.profile': [circle] }), [
      'gatehouse.toolPolicies.profile at [0].dependencies: These tools wait for each other, so none of them could ever run: deploy → build → bash → deploy. Every tool call is denied.',
    ]);
  });

  it('a circle in a group is found', () => {
    const groups = { filesystem: [], shell: [{ policy: 'read_before_write' }, circle] };
    assert.match(problemsOf({ 'toolPolicies.groups': groups }).join(), /at shell\[1\]\.dep/);
  });

  it('W8: a chain is none', () => {
    const dependencies = { deploy: ['test', 'build'], build: ['lint'], test: ['build'] };
    const chain = { policy: 'sequential_dependency', dependencies };
    assert.deepEqual(problemsOf({ 'toolPolicies.profile': [chain] }), []);
  });
});
