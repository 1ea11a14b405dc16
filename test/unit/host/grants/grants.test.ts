import assert from 'node:assert/strict';
import type { SettingValue } from '../../../../src/core/contracts/settings';
import { createGrants } from '../../../../src/host/grants/grants';

type UserRules = SettingValue<'permissions'>;

const npm = { tool: 'bash', pattern: 'npm test' };
const thisChat = { kind: 'session', sessionId: 's1' } as const;
const thisWorkspace = { kind: 'workspace' } as const;
const userSettings = { kind: 'user' } as const;

function setUp(start: { readonly memory?: unknown; readonly user?: UserRules } = {}) {
  const memory = new Map<string, unknown>();
  if (start.memory !== undefined) memory.set('gatehouse.grants:/repo', start.memory);
  let user = start.user ?? {};
  let workspace: string | undefined = '/repo';
  const state = { writes: 0, writable: true, failing: false, problems: 0, changes: 0 };
  const grants = createGrants({
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
    userRules: () => user,
    defaultRules: () => ({ read: [{ pattern: '*', action: 'allow' }] }),
    canWriteUserRules: () => state.writable,
    writeUserRules: (rules) => {
      state.writes += 1;
      user = rules;
      return Promise.resolve();
    },
    onSettingsChange: () => ({ dispose: () => undefined }),
  });
  grants.onDidChange(() => (state.changes += 1));
  const open = (key: string | undefined) => {
    workspace = key;
  };
  return { grants, memory, state, open, user: () => user };
}

function lines(rules: ReturnType<ReturnType<typeof createGrants>['rules']>): readonly string[] {
  return rules.map((r) => `${r.source} ${r.tool} ${r.pattern} ${r.action}`);
}

describe('createGrants', () => {
  it('orders the rules: chat, workspace, user, default', async () => {
    const { grants } = setUp({ user: { bash: [{ pattern: 'git *', action: 'ask' }] } });
    await grants.add(thisWorkspace, { tool: 'bash', pattern: 'b' });
    await grants.add(thisChat, { tool: 'bash', pattern: 'a' });
    assert.deepEqual(lines(grants.rules('s1')), [
      'session bash a allow',
      'granted bash b allow',
      'user bash git * ask',
      'default read * allow',
    ]);
  });

  it('keeps the rules of a chat to that chat', async () => {
    const { grants } = setUp();
    await grants.add(thisChat, npm);
    assert.equal(lines(grants.rules('s1'))[0], 'session bash npm test allow');
    assert.deepEqual(lines(grants.rules('s2')), ['default read * allow']);
    assert.deepEqual(lines(grants.rules()), ['default read * allow']);
  });

  it('forgets the rules of a chat that ended', async () => {
    const { grants } = setUp();
    await grants.add(thisChat, npm);
    grants.endSession('s1');
    assert.deepEqual(lines(grants.rules('s1')), ['default read * allow']);
  });

  it('keeps the rules of a workspace to that workspace', async () => {
    const { grants, open } = setUp();
    await grants.add(thisWorkspace, npm);
    open('/other');
    assert.deepEqual(grants.list(), []);
    open('/repo');
    assert.deepEqual(grants.list(), [{ ...npm, scope: thisWorkspace }]);
  });

  it('stores an equal rule once', async () => {
    const { grants, memory, state, user } = setUp();
    for (const scope of [thisChat, thisWorkspace, userSettings]) {
      await grants.add(scope, npm);
      await grants.add(scope, npm);
    }
    assert.equal(grants.list().length, 2);
    assert.deepEqual(memory.get('gatehouse.grants:/repo'), [npm]);
    assert.deepEqual(user(), { bash: [{ pattern: 'npm test', action: 'allow' }] });
    assert.equal(state.writes, 1);
  });

  it('refuses a workspace rule without a folder', async () => {
    const { grants, open } = setUp();
    open(undefined);
    const result = await grants.add(thisWorkspace, npm);
    assert.equal(result.ok, false);
    assert.equal(grants.hasWorkspace(), false);
  });

  it('writes nothing over user rules that cannot be read', async () => {
    const { grants, state } = setUp();
    state.writable = false;
    const result = await grants.add(userSettings, npm);
    assert.match(result.ok ? '' : result.failure.message, /gatehouse\.permissions/);
    assert.equal(state.writes, 0);
  });

  it('answers a failure when the rule cannot be saved', async () => {
    const { grants, state } = setUp();
    state.failing = true;
    const result = await grants.add(thisWorkspace, npm);
    assert.match(result.ok ? '' : result.failure.message, /disk full/);
    assert.equal(state.changes, 0);
  });

  it('takes a rule back at once', async () => {
    const { grants, memory, state } = setUp();
    await grants.add(thisChat, npm);
    await grants.add(thisWorkspace, npm);
    for (const grant of grants.list()) await grants.remove(grant);
    assert.deepEqual(lines(grants.rules('s1')), ['default read * allow']);
    assert.equal(memory.get('gatehouse.grants:/repo'), undefined);
    assert.equal(state.changes, 4);
  });

  it('grants nothing from an unreadable memory, tells once, and does not lose it', async () => {
    const bad = [{ tool: 'bash', pattern: '*', action: 'allow' }];
    const { grants, memory, state } = setUp({ memory: bad });
    assert.deepEqual(lines(grants.rules('s1')), ['default read * allow']);
    grants.rules('s1');
    assert.equal(state.problems, 1);
    assert.deepEqual(memory.get('gatehouse.grants:/repo'), bad);
    await grants.add(thisWorkspace, npm);
    assert.deepEqual(memory.get('gatehouse.grants:/repo:unreadable'), bad);
    assert.deepEqual(memory.get('gatehouse.grants:/repo'), [npm]);
  });
});
