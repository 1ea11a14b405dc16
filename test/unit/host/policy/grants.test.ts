import assert from 'node:assert/strict';
import { Grants } from '../../../../src/host/policy/grants';
import { createFakeSettings } from '../../fakes/settings';

const npm = { tool: 'core__bash', pattern: 'npm test' };
const thisChat = { kind: 'session', sessionId: 's1' } as const;
const thisWorkspace = { kind: 'workspace' } as const;
const userSettings = { kind: 'user' } as const;
const added = '2026-01-31';
const inSettings = { pattern: 'npm test', action: 'allow', added };

type Values = Parameters<typeof createFakeSettings>[0];

function setUp(start: { readonly memory?: unknown; readonly user?: Values } = {}) {
  const memory = new Map<string, unknown>();
  if (start.memory !== undefined) memory.set('gatehouse.grants:/repo', start.memory);
  const settings = createFakeSettings(start.user);
  let workspace: string | undefined = '/repo';
  const state = { failing: false, problems: 0, changes: 0 };
  const grants = new Grants({
    memento: {
      get: (key) => memory.get(key),
      update: (key, value) => {
        if (state.failing) return Promise.reject(new Error('disk full'));
        memory.set(key, value);
        return Promise.resolve();
      },
    },
    workspaceKey: () => workspace,
    problem: () => (state.problems += 1),
    settings,
    today: () => added,
  });
  grants.onDidChange(() => (state.changes += 1));
  const open = (key: string | undefined) => {
    workspace = key;
  };
  return { grants, memory, settings, state, open };
}

describe('Grants', () => {
  it('lists the rules of chats, then those of the workspace, with their day', async () => {
    const { grants } = setUp();
    await grants.add(thisWorkspace, [npm]);
    await grants.add(thisChat, [npm]);
    assert.deepEqual(grants.list(), [
      { ...npm, added, scope: thisChat },
      { ...npm, added, scope: thisWorkspace },
    ]);
  });

  it('decision 66: keeps a rule for exactly one call apart from another one of its name', async () => {
    const { grants } = setUp();
    const one = { tool: 'core__edit', pattern: 'a.ts', exact: 'd1' };
    await grants.add(thisChat, [one]);
    await grants.add(thisChat, [one]);
    await grants.add(thisChat, [{ ...one, exact: 'd2' }]);
    assert.deepEqual(
      grants.list().map(({ exact }) => exact),
      ['d1', 'd2'],
    );
    await grants.remove({ ...one, added, scope: thisChat });
    assert.deepEqual(grants.list(), [{ ...one, exact: 'd2', added, scope: thisChat }]);
  });

  it('reports what the user added and removed, not what ends with its chat', async () => {
    const { grants, state } = setUp();
    const saved: unknown[] = [];
    grants.onDidSave((changed) => void saved.push(changed));
    await grants.add(thisChat, [npm]);
    await grants.add(thisWorkspace, [npm]);
    await grants.remove({ ...npm, added, scope: thisWorkspace });
    grants.endSession('s1');
    await grants.add(userSettings, [npm]);
    state.failing = true;
    await grants.add(thisWorkspace, [npm]);
    assert.deepEqual(saved, [
      { scope: thisChat, added: [npm] },
      { scope: thisWorkspace, added: [npm] },
      { scope: thisWorkspace, removed: [npm] },
    ]);
  });

  it('forgets the rules of a chat that ended, and of no other', async () => {
    const { grants } = setUp();
    await grants.add(thisChat, [npm]);
    await grants.add({ kind: 'session', sessionId: 's2' }, [npm]);
    grants.endSession('s1');
    assert.deepEqual(
      grants.list().map(({ scope }) => scope),
      [{ kind: 'session', sessionId: 's2' }],
    );
  });

  it('keeps the rules of a workspace to that workspace', async () => {
    const { grants, open } = setUp();
    await grants.add(thisWorkspace, [npm]);
    open('/other');
    assert.deepEqual(grants.list(), []);
    open('/repo');
    assert.deepEqual(grants.list(), [{ ...npm, added, scope: thisWorkspace }]);
  });

  it('session and workspace grants are never settings', async () => {
    const { grants, settings } = setUp();
    await grants.add(thisChat, [npm]);
    await grants.add(thisWorkspace, [npm]);
    assert.equal(settings.state.writes, 0);
  });

  it('writes a rule for the user into the settings, by its short name and with its day', async () => {
    const { grants, settings } = setUp();
    await grants.add(userSettings, [npm]);
    assert.deepEqual(settings.raw('permissions'), { bash: [inSettings] });
    assert.deepEqual(grants.list(), []);
  });

  it('stores an equal rule once, whatever its tool is called', async () => {
    const { grants, memory, settings } = setUp();
    for (const scope of [thisChat, thisWorkspace, userSettings]) {
      await grants.add(scope, [npm]);
      await grants.add(scope, [{ ...npm, tool: 'shell' }]);
    }
    assert.equal(grants.list().length, 2);
    assert.deepEqual(memory.get('gatehouse.grants:/repo'), [{ ...npm, added }]);
    assert.equal(settings.state.writes, 1);
  });

  it('loses none of two user rules that are added at once', async () => {
    const { grants, settings } = setUp();
    await Promise.all([
      grants.add(userSettings, [npm]),
      grants.add(userSettings, [{ tool: 'edit', pattern: '/repo/a' }]),
    ]);
    assert.deepEqual(Object.keys(settings.get('permissions')), ['bash', 'edit']);
  });

  it('decision 39: writes the converted legacy rules with the first user rule', async () => {
    const { grants, settings } = setUp({
      user: { 'shell.blockedCommands': ['rm -rf'], 'shell.confirmPatterns': ['git push'] },
    });
    await grants.add(userSettings, [npm]);
    assert.deepEqual(settings.raw('permissions'), {
      bash: [
        { pattern: '*rm -rf*', action: 'deny' },
        inSettings,
        { pattern: '*git push*', action: 'ask' },
        { pattern: '*', action: 'ask' },
      ],
    });
  });

  it('refuses a workspace rule without a folder', async () => {
    const { grants, open } = setUp();
    open(undefined);
    const result = await grants.add(thisWorkspace, [npm]);
    assert.equal(result.ok, false);
    assert.equal(grants.hasWorkspace(), false);
  });

  it('writes nothing over user rules that cannot be read', async () => {
    const { grants, settings } = setUp({ user: { permissions: 'all' } });
    const result = await grants.add(userSettings, [npm]);
    assert.match(result.ok ? '' : result.failure.message, /gatehouse\.permissions/);
    assert.equal(settings.raw('permissions'), 'all');
  });

  it('keeps no rule that would do nothing, because rules cannot be read', async () => {
    const { grants, memory } = setUp({ user: { defaultPermissions: 'all' } });
    for (const scope of [thisChat, thisWorkspace]) {
      const added = await grants.add(scope, [npm]);
      assert.match(added.ok ? '' : added.failure.message, /no "Always allow" rule is used until/);
    }
    assert.deepEqual([grants.list(), memory.size], [[], 0]);
  });

  it('refuses a user rule that another rule would hide, and says which', async () => {
    const rules = {
      bash: [
        { pattern: '*', action: 'ask' },
        { pattern: 'rm *', action: 'deny' },
      ],
    };
    const { grants, settings } = setUp({ user: { permissions: rules } });
    const result = await grants.add(userSettings, [npm]);
    assert.match(result.ok ? '' : result.failure.message, /permissions\.bash\[0\]/);
    assert.equal(settings.state.writes, 0);
  });

  it('answers a failure when the rule cannot be saved', async () => {
    const { grants, state, settings } = setUp();
    state.failing = true;
    settings.state.failing = true;
    for (const scope of [thisWorkspace, userSettings]) {
      const result = await grants.add(scope, [npm]);
      assert.match(result.ok ? '' : result.failure.message, /disk full/);
    }
    assert.equal(state.changes, 0);
  });

  it('takes a rule back at once', async () => {
    const { grants, memory, state } = setUp();
    await grants.add(thisChat, [npm]);
    await grants.add(thisWorkspace, [npm]);
    for (const grant of grants.list()) await grants.remove(grant);
    assert.deepEqual(grants.list(), []);
    assert.equal(memory.get('gatehouse.grants:/repo'), undefined);
    assert.equal(state.changes, 4);
  });

  it('still reads what an earlier version kept without a day', async () => {
    const { grants } = setUp({ memory: [{ tool: 'bash', pattern: 'ls' }] });
    const [old] = grants.list();
    assert.deepEqual(old, { tool: 'bash', pattern: 'ls', scope: thisWorkspace });
    await grants.add(thisWorkspace, [{ tool: 'core__bash', pattern: 'ls' }]);
    assert.equal(grants.list().length, 1);
  });

  it('uses no grant from an unreadable store, reports it once, and keeps it', async () => {
    const bad = [{ tool: 'bash', pattern: '*', action: 'allow' }];
    const { grants, memory, state } = setUp({ memory: bad });
    assert.deepEqual(grants.list(), []);
    grants.list();
    assert.equal(state.problems, 1);
    assert.deepEqual(memory.get('gatehouse.grants:/repo'), bad);
    await grants.add(thisWorkspace, [npm]);
    assert.deepEqual(memory.get('gatehouse.grants:/repo:unreadable'), bad);
    assert.deepEqual(memory.get('gatehouse.grants:/repo'), [{ ...npm, added }]);
  });
});
