import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import {
  readWorkspaceRules,
  type WorkspaceKey,
  type WorkspaceValue,
} from '../../../../src/host/settings/workspace-rules';
import { problemText } from '../../../../src/host/settings/warning-texts';

function given(key: WorkspaceKey, value: unknown, where?: string): WorkspaceValue {
  return { key, value: () => value, where };
}

function lines(rules: readonly PermissionRule[]): readonly string[] {
  return rules.map(({ action, tool, pattern, source, place = '', isUnreadable }) => {
    const mark = isUnreadable === true ? ', unreadable' : '';
    return `${action} ${tool} ${pattern} (${source}, ${place}${mark})`;
  });
}

const askAll = (place: string) => `ask * * (workspace, ${place}, unreadable)`;

describe('what a workspace may set (decision 31)', () => {
  it('denies and asks, denies first, by canonical names and with their place', () => {
    const { rules, problems } = readWorkspaceRules([
      given('workspace.ask', { edit_file: ['package.json'] }),
      given('workspace.deny', { bash: ['*deploy*', '*sudo*'], '*': ['secret'] }),
    ]);
    assert.deepEqual(lines(rules), [
      'deny core__bash *deploy* (workspace, workspace.deny.bash[0])',
      'deny core__bash *sudo* (workspace, workspace.deny.bash[1])',
      'deny * secret (workspace, workspace.deny.*[0])',
      'ask core__edit package.json (workspace, workspace.ask.edit_file[0])',
    ]);
    assert.deepEqual(problems, []);
  });

  it('joins the folders, and names the folder of each rule', () => {
    const { rules } = readWorkspaceRules([
      given('workspace.deny', { bash: ['a'] }, 'web'),
      given('workspace.deny', { bash: ['a', 'b'] }, 'api'),
    ]);
    assert.deepEqual(lines(rules), [
      'deny core__bash a (workspace, workspace.deny.bash[0] · web)',
      'deny core__bash b (workspace, workspace.deny.bash[1] · api)',
    ]);
  });

  it('counts what a folder says once, though it is the workspace too', () => {
    const value = { bash: ['a', 1] };
    const { rules, problems } = readWorkspaceRules([
      given('workspace.deny', value),
      given('workspace.deny', value, 'web'),
    ]);
    assert.deepEqual(
      rules.map(({ action, pattern }) => `${action} ${pattern}`),
      ['deny a', 'ask *'],
    );
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['bash[1]'],
    );
  });

  it('sets nothing where nothing is set', () => {
    assert.deepEqual(readWorkspaceRules([given('workspace.deny', undefined)]).rules, []);
  });

  for (const key of ['workspace.deny', 'workspace.ask'] as const) {
    it(`a ${key} that cannot be read does not vanish: every tool asks`, () => {
      for (const value of ['*sudo*', null, [], { bash: '*sudo*' }, { Bash: ['x'] }]) {
        const { rules, problems } = readWorkspaceRules([given(key, value, 'web')]);
        assert.deepEqual(lines(rules), [askAll(`${key} · web`)]);
        assert.equal(problems.length, 1);
        assert.match(problemText(problems[0] ?? assert.fail()), /every tool call asks/);
      }
    });
  }

  it('keeps every deny that can be read of a malformed value', () => {
    const { rules, problems } = readWorkspaceRules([
      given('workspace.deny', { bash: ['*sudo*', 1, '', '*curl*'], 'no name': ['x'], edit: 2 }),
    ]);
    assert.deepEqual(lines(rules), [
      'deny core__bash *sudo* (workspace, workspace.deny.bash[0])',
      'deny core__bash *curl* (workspace, workspace.deny.bash[3])',
      askAll('workspace.deny'),
    ]);
    assert.equal(problems[0]?.path, 'bash[1]');
  });

  it('decision 31: a value that cannot even be looked at makes every tool ask', () => {
    const value = () => {
      throw new RangeError('too deep');
    };
    const { rules, problems } = readWorkspaceRules([
      { key: 'workspace.deny', where: 'web', value },
      given('workspace.deny', { bash: ['*sudo*'] }, 'api'),
    ]);
    assert.deepEqual(lines(rules), [
      'deny core__bash *sudo* (workspace, workspace.deny.bash[0] · api)',
      askAll('workspace.deny · web'),
    ]);
    assert.match(problems[0]?.message ?? '', /too deep/);
  });

  const braces = '{a,b}'.repeat(17);
  const beyond: readonly (readonly [string, unknown, number])[] = [
    ['a pattern that is too long', { bash: ['x'.repeat(1001), 'y'] }, 1],
    [
      'a list that is too long',
      { bash: Array.from({ length: 300 }, (_, n) => `x${String(n)}`) },
      256,
    ],
    ['a glob that stands for too many others', { write: [braces, 'y'] }, 1],
    [
      'too many tools',
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`t${String(n)}`, ['x']])),
      256,
    ],
    [
      'too many rules in all',
      Object.fromEntries(
        Array.from({ length: 5 }, (_, n) => [
          `t${String(n)}`,
          Array.from({ length: 250 }, (_each, at) => `x${String(at)}`),
        ]),
      ),
      1024,
    ],
  ];
  for (const [what, value, kept] of beyond) {
    it(`003-permissions-5: ${what} is not read, and every tool asks`, () => {
      const { rules, problems } = readWorkspaceRules([given('workspace.deny', value)]);
      assert.equal(problems.length, 1);
      assert.equal(rules.length, kept + 1);
      assert.deepEqual(lines(rules.slice(-1)), [askAll('workspace.deny')]);
    });
  }

  it('a command may hold braces', () => {
    const { problems } = readWorkspaceRules([given('workspace.deny', { bash: [braces] })]);
    assert.deepEqual(problems, []);
  });

  it('no workspace value, however malformed, yields an allow rule', () => {
    const action = fc.constantFrom('allow', 'deny', 'ask');
    const rule = fc.record({ pattern: fc.string(), action, source: fc.constant('user') });
    const list = fc.oneof(fc.array(fc.oneof(fc.string(), rule, fc.anything())), fc.anything());
    const tool = fc.oneof(fc.constantFrom('bash', '*', 'allow', '__proto__', 'read'), fc.string());
    const value = fc.oneof(fc.dictionary(tool, list), fc.anything());
    const key = fc.constantFrom<WorkspaceKey>('workspace.deny', 'workspace.ask');
    const values = fc.array(
      fc.record({ key, value, where: fc.option(fc.string(), { nil: undefined }) }),
    );
    fc.assert(
      fc.property(values, (all) => {
        const { rules } = readWorkspaceRules(
          all.map((each) => given(each.key, each.value, each.where)),
        );
        for (const { action: found, source } of rules) {
          assert.notEqual(found, 'allow');
          assert.equal(source, 'workspace');
        }
      }),
    );
  });

  it('what one value refuses, no other value brings back', () => {
    const dictionary = fc.dictionary(fc.constantFrom('bash', 'read', '*'), fc.array(fc.string()));
    fc.assert(
      fc.property(dictionary, fc.anything(), (mine, other) => {
        const content = ({ action, tool, pattern }: PermissionRule) =>
          JSON.stringify([action, tool, pattern]);
        const alone = readWorkspaceRules([given('workspace.deny', mine)]).rules.map(content);
        const both = readWorkspaceRules([
          given('workspace.ask', other, 'a'),
          given('workspace.deny', other, 'b'),
          given('workspace.deny', mine),
        ]).rules.map(content);
        for (const each of alone) assert.ok(both.includes(each), each);
      }),
    );
  });
});
