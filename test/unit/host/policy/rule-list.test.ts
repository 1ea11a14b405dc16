import assert from 'node:assert/strict';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import { Grants } from '../../../../src/host/policy/grants';
import { buildPolicy } from '../../../../src/host/policy/build-policy';
import { createRuleList, type RuleListing } from '../../../../src/host/policy/rule-list';
import { createFakeSettings } from '../../fakes/settings';

const workspaceRule: PermissionRule = {
  tool: 'core__bash',
  pattern: '*deploy*',
  action: 'ask',
  source: 'workspace',
};

function setUp(values: Parameters<typeof createFakeSettings>[0]) {
  const memory = new Map<string, unknown>();
  const settings = createFakeSettings(values);
  const grants = new Grants({
    memento: {
      get: (key) => memory.get(key),
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    },
    workspaceKey: () => '/repo',
    problem: (message) => assert.fail(message),
    settings,
    today: () => '2026-01-31',
  });
  const rules = () =>
    buildPolicy({ version: 1, settings, workspaceRules: [workspaceRule], grants: grants.list() })
      .permissions;
  return { settings, grants, rules: createRuleList({ rules, grants, settings }) };
}

function line({ rule, removable }: RuleListing): string {
  return `${rule.source} ${rule.action} ${rule.pattern} ${rule.added ?? '-'} ${removable}`;
}

const user = {
  permissions: {
    bash: [
      { pattern: 'a', action: 'allow', match: ['a'] },
      { pattern: 'b', action: 'allow', added: '2026-01-02' },
    ],
    edit: [{ pattern: 'c', action: 'deny' }],
  },
  defaultPermissions: { read: [{ pattern: '*', action: 'allow' }] },
};

function listed(rules: { list(): readonly RuleListing[] }, pattern: string): RuleListing {
  return rules.list().find(({ rule }) => rule.pattern === pattern) ?? assert.fail(pattern);
}

describe('003-permissions-13: the list of rules', () => {
  it('holds every rule in force with source, day and how it may be removed', async () => {
    const { grants, rules } = setUp(user);
    await grants.add({ kind: 'workspace' }, [{ tool: 'bash', pattern: 'w' }]);
    await grants.add({ kind: 'session', sessionId: 's1' }, [{ tool: 'bash', pattern: 's' }]);
    assert.deepEqual(rules.list().map(line), [
      'workspace ask *deploy* - no',
      'session allow s 2026-01-31 grant',
      'granted allow w 2026-01-31 grant',
      'user allow a - user-setting',
      'user allow b 2026-01-02 user-setting',
      'user deny c - user-setting',
      'default allow * - no',
    ]);
    const { rule } = listed(rules, 'b');
    assert.deepEqual([rule.tool, rule.place], ['core__bash', 'permissions.bash[1]']);
  });

  it('shows converted legacy rules, which are changed in their own setting', async () => {
    const { rules } = setUp({ 'shell.blockedCommands': ['sudo'], defaultPermissions: {} });
    assert.deepEqual(rules.list().map(line).slice(1), [
      'legacy deny *sudo* - no',
      'legacy ask * - no',
    ]);
    const refused = await rules.remove(listed(rules, '*sudo*'));
    assert.match(refused.ok ? '' : refused.failure.message, /shell\.blockedCommands\[0\]/);
  });

  it('removes grants of chat and workspace', async () => {
    const { grants, rules } = setUp(user);
    await grants.add({ kind: 'workspace' }, [{ tool: 'bash', pattern: 'w' }]);
    await grants.add({ kind: 'session', sessionId: 's1' }, [{ tool: 'bash', pattern: 's' }]);
    for (const pattern of ['w', 's']) await rules.remove(listed(rules, pattern));
    assert.deepEqual(grants.list(), []);
  });

  it('removes a user rule from the settings and leaves the others as they are', async () => {
    const { settings, rules } = setUp(user);
    assert.equal((await rules.remove(listed(rules, 'b'))).ok, true);
    assert.deepEqual(settings.raw('permissions'), {
      bash: [user.permissions.bash[0]],
      edit: user.permissions.edit,
    });
    await rules.remove(listed(rules, 'c'));
    await rules.remove(listed(rules, 'a'));
    assert.equal(settings.raw('permissions'), undefined);
  });

  it('decision egress-gate: marks a rule of the user, and no other', async () => {
    const { grants, settings, rules } = setUp(user);
    const [first, second] = user.permissions.bash;
    assert.equal((await rules.setEvenAfterUntrusted(listed(rules, 'a'), true)).ok, true);
    assert.deepEqual(settings.raw('permissions'), {
      bash: [{ ...first, evenAfterUntrusted: true }, second],
      edit: user.permissions.edit,
    });
    const marked = listed(rules, 'a');
    assert.equal(marked.rule.evenAfterUntrusted, true);
    await rules.setEvenAfterUntrusted(marked, false);
    assert.deepEqual(settings.raw('permissions'), user.permissions);
    const stale = await rules.setEvenAfterUntrusted(marked, true);
    assert.match(stale.ok ? '' : stale.failure.message, /changed since/);
    await grants.add({ kind: 'workspace' }, [{ tool: 'bash', pattern: 'w' }]);
    for (const pattern of ['w', '*deploy*', '*']) {
      assert.equal((await rules.setEvenAfterUntrusted(listed(rules, pattern), true)).ok, false);
    }
    assert.deepEqual(settings.raw('permissions'), user.permissions);
  });

  it('removes nothing when the rule is no longer where it was listed', async () => {
    const { settings, rules } = setUp(user);
    const listing = listed(rules, 'a');
    const [first, second] = user.permissions.bash;
    const changes = [{ bash: [second, first] }, { bash: [{ ...first, action: 'deny' }] }, {}];
    for (const permissions of changes) {
      settings.set('permissions', permissions);
      const refused = await rules.remove(listing);
      assert.match(refused.ok ? '' : refused.failure.message, /changed since/);
      assert.deepEqual(settings.raw('permissions'), permissions);
    }
  });
});
