import assert from 'node:assert/strict';
import { minimatch } from 'minimatch';
import { createPatterns } from '../../../../src/adapters/system/patterns';
import { settings } from '../../../../src/core/contracts/settings/settings';
import { problemText } from '../../../../src/host/settings/warning-texts';
import {
  readSettings,
  settingKeys,
  type InspectedSetting,
} from '../../../../src/host/settings/read-settings';

function read(values: Readonly<Record<string, InspectedSetting>>) {
  return readSettings(
    { inspect: (key) => values[key] },
    { caseSensitive: true, patterns: createPatterns(60_000) },
  );
}

function readUser(values: Readonly<Record<string, unknown>>) {
  return read(
    Object.fromEntries(Object.entries(values).map(([key, globalValue]) => [key, { globalValue }])),
  );
}

describe('readSettings', () => {
  it('answers our own default for each key that the user did not set', () => {
    const reading = read({});
    for (const key of settingKeys) assert.deepEqual(reading.get(key), settings[key].default);
    assert.deepEqual(reading.problems, []);
  });

  it('answers the user value', () => {
    const rules = { bash: [{ pattern: 'ls', action: 'allow' }] };
    const reading = readUser({ permissions: rules, 'agent.maxToolIterations': 3 });
    assert.deepEqual(reading.get('permissions'), rules);
    assert.equal(reading.get('agent.maxToolIterations'), 3);
  });

  it('a value that cannot even be looked at fails closed, and the others are read', () => {
    for (const broken of ['policy.rules', 'permissions', 'tools.enabled'] as const) {
      const reading = readSettings(
        {
          inspect: (key) => {
            if (key === broken) throw new RangeError('too deep');
            return key === 'allowedTools' ? { globalValue: ['read'] } : undefined;
          },
        },
        { caseSensitive: true, patterns: createPatterns(60_000) },
      );
      assert.deepEqual(
        reading.problems.map(({ key, message }) => [key, message]),
        [[broken, 'The value cannot be read: too deep']],
      );
      assert.deepEqual(reading.get('allowedTools'), ['read']);
    }
  });

  it('so does one whose check fails in itself', () => {
    const reading = readSettings(
      {
        inspect: (key) =>
          key === 'policy.rules'
            ? { globalValue: [{ effect: 'deny', tool: 'bash', args_match: 'a' }] }
            : undefined,
      },
      {
        caseSensitive: true,
        patterns: {
          search: () => {
            throw new Error('out of memory');
          },
        },
      },
    );
    assert.deepEqual(reading.get('policy.rules'), []);
    assert.match(
      reading.problems.map(problemText).join(),
      /out of memory\. Every tool call is denied/,
    );
  });

  it('decision untrusted-workspace: no workspace or folder value changes anything', () => {
    const loosened = {
      allowedTools: ['*'],
      permissions: { bash: [{ pattern: '*', action: 'allow' }] },
      'file.denyRead': [],
      'shell.hardTimeout': 86400,
      'approval.timeout': 1,
      requireApprovalForEffects: [],
      'policy.rules': [{ effect: 'allow', tool: '*' }],
      'authorization.enabled': false,
      'toolPolicies.groups': { filesystem: [] },
    };
    const reading = read(
      Object.fromEntries(
        Object.entries(loosened).map(([key, value]) => [
          key,
          { workspaceValue: value, workspaceFolderValue: value },
        ]),
      ),
    );
    for (const key of settingKeys) assert.deepEqual(reading.get(key), settings[key].default);
    assert.deepEqual([...reading.ignoredWorkspaceKeys].sort(), Object.keys(loosened).sort());
  });

  it('a default that another extension contributes changes nothing', () => {
    const contributed = { defaultValue: ['bash'], globalValue: undefined };
    assert.deepEqual(
      read({ allowedTools: contributed }).get('allowedTools'),
      settings.allowedTools.default,
    );
  });

  it('uses the default for a value of a wrong type, and names key and remedy', () => {
    const reading = readUser({ 'tools.timeout': 'soon' });
    assert.equal(reading.get('tools.timeout'), settings['tools.timeout'].default);
    const [problem] = reading.problems;
    assert.ok(problem !== undefined);
    assert.match(
      problemText(problem),
      /^gatehouse\.tools\.timeout: .+ Tools time out after 60 seconds\.$/,
    );
  });

  it('uses the servers that have no problem, and reports each that has one', () => {
    const good = { command: 'npx', args: ['-y', 'some-server'] };
    const servers = { one: { comand: 'npx' }, good, two: { command: 'x', args: 'y' } };
    const reading = readUser({ 'mcp.servers': servers });
    assert.deepEqual(reading.get('mcp.servers'), { good });
    assert.deepEqual(reading.problems.map(problemText), [
      'gatehouse.mcp.servers at one: the value has no key "comand". MCP servers with a problem are not used.',
      'gatehouse.mcp.servers at two.args: the value must be a list, [ … ]. MCP servers with a problem are not used.',
    ]);
    const both = readUser({ 'mcp.servers': { good, GOOD: good, one: {} } });
    assert.deepEqual(both.get('mcp.servers'), {});
    assert.equal(both.problems.length, 2);
  });

  it('refuses a list that names a tool as no tool is named: its deny would vanish', () => {
    const reading = readUser({ permissions: { Bash: [{ pattern: '*', action: 'deny' }] } });
    assert.deepEqual(reading.get('permissions'), {});
    assert.deepEqual(reading.get('defaultPermissions'), {});
    assert.equal(reading.problems[0]?.key, 'permissions');
  });

  it('refuses the whole list when one rule is broken, and names the place in it', () => {
    const reading = readUser({
      permissions: {
        bash: [
          { pattern: 'ls', action: 'allow' },
          { pattern: 'rm *', action: 'dney' },
        ],
      },
    });
    assert.deepEqual(reading.get('permissions'), {});
    assert.deepEqual(reading.get('defaultPermissions'), {}, 'a lost rule could have been a deny');
    assert.equal(reading.problems[0]?.path, 'bash[1].action');
  });

  it('a rule without `action`, or with an unknown field, is broken', () => {
    const broken = [{ pattern: 'x' }, { pattern: 'x', action: 'allow', when: 'always' }, 'x'];
    for (const rule of broken) {
      const reading = readUser({ permissions: { bash: [rule] } });
      assert.deepEqual(reading.get('permissions'), {});
      assert.equal(reading.problems.length, 1);
    }
  });

  it('lets no tool run when the list of allowed tools is broken', () => {
    assert.deepEqual(readUser({ allowedTools: 'bash' }).get('allowedTools'), []);
  });

  for (const key of ['file.denyRead', 'file.allowRead']) {
    it(`lets no file be read when ${key} is broken`, () => {
      const patterns = readUser({ [key]: 'secrets' }).get('file.denyRead');
      const isDenied = (path: string) => {
        return patterns.some((pattern) => minimatch(path, pattern, { dot: true }));
      };
      for (const path of ['/repo/a.ts', '/repo/.env', '/', 'C:/repo/a.ts']) {
        assert.ok(isDenied(path), path);
      }
    });
  }

  it('keeps the fail-closed value though the other key is set well', () => {
    const reading = readUser({
      permissions: 'all',
      defaultPermissions: { bash: [{ pattern: '*', action: 'allow' }] },
    });
    assert.deepEqual(reading.get('defaultPermissions'), {});
  });
});
