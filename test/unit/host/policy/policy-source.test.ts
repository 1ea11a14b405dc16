import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/adapters/system/emitter';
import type { StoredGrant } from '../../../../src/host/policy/grants';
import { HostPolicySource } from '../../../../src/host/policy/policy-source';
import { createFakeSettings } from '../../fakes/settings';

const ofChat: StoredGrant = {
  tool: 'bash',
  pattern: 'ls',
  scope: { kind: 'session', sessionId: 's1' },
};

interface FakeState {
  grants: readonly StoredGrant[];
  roots: readonly string[];
  trusted: boolean;
}

function setUp(values: Parameters<typeof createFakeSettings>[0] = {}) {
  const settings = createFakeSettings(values);
  const granting = new Emitter();
  const moving = new Emitter();
  const trusting = new Emitter();
  const state: FakeState = { grants: [], roots: ['/repo'], trusted: true };
  const warnings: string[] = [];
  let heard = 0;
  const source = new HostPolicySource({
    settings,
    grants: { list: () => state.grants, onDidChange: (listener) => granting.event(listener) },
    workspace: {
      roots: () => state.roots,
      isTrusted: () => state.trusted,
      onDidChange: (listener) => moving.event(listener),
    },
    trust: { onDidChange: (listener) => trusting.event(listener) },
    permission: { levelOf: () => 'rules' },
    tools: () => [{ id: 'core__bash', group: 'shell', traits: ['runsCommand'] }],
    warn: (message) => warnings.push(message),
  });
  source.onDidChange(() => (heard += 1));
  /** Settles at the next swap that listeners hear of. */
  const swapped = () =>
    new Promise<void>((resolve) => {
      const listening = source.onDidChange(() => {
        listening.dispose();
        resolve();
      });
    });
  return {
    source,
    settings,
    state,
    warnings,
    granting,
    moving,
    trusting,
    swapped,
    heard: () => heard,
  };
}

describe('HostPolicySource', () => {
  it('decision 31: the policy right after a change is the new one', () => {
    const { source, settings } = setUp();
    const before = source.current();
    settings.set('tools.timeout', 5);
    assert.equal(source.current().limits.timeoutMs, 5000);
    assert.equal(source.current().version, before.version + 1);
    assert.equal(before.limits.timeoutMs, 60_000, 'a call keeps the policy it began with');
  });

  it('the same policy is one value until something changes', () => {
    const { source } = setUp();
    assert.equal(source.current(), source.current());
    assert.equal(source.current('s1'), source.current());
  });

  it('a burst of changes is one swap, announced once', async () => {
    const { source, settings, swapped, heard } = setUp();
    source.current();
    const told = swapped();
    settings.set('tools.timeout', 5);
    settings.set('allowedTools', ['bash']);
    settings.set('tools.timeout', 6);
    await told;
    assert.equal(heard(), 1);
    assert.equal(source.current().version, 2);
    const again = swapped();
    settings.set('tools.timeout', 7);
    await again;
    assert.equal(heard(), 2, 'and nothing of the burst came later');
  });

  it('a change that changes nothing is no new version', async () => {
    const { source, settings, moving, swapped, heard } = setUp();
    source.current();
    const told = swapped();
    settings.set('tools.timeout', 60);
    moving.fire();
    assert.equal(source.current().version, 1);
    settings.set('tools.timeout', 61);
    await told;
    assert.equal(heard(), 1);
  });

  it('swaps when a chat is granted a rule, and keeps the rule to that chat', async () => {
    const { source, state, granting, swapped } = setUp();
    source.current();
    const told = swapped();
    state.grants = [ofChat];
    granting.fire();
    await told;
    assert.equal(source.current().version, 2);
    const isOfChat = ({ source: from }: { source: string }) => from === 'session';
    assert.ok(source.current('s1').permissions.some(isOfChat));
    assert.ok(!source.current('s2').permissions.some(isOfChat));
    assert.ok(!source.current().permissions.some(isOfChat));
    assert.equal(source.current('s1').version, 2);
    assert.equal(source.current('s1'), source.current('s1'), 'made once per version');
  });

  it('uses no grant of a chat while the rules cannot be read', () => {
    const { source, settings, state } = setUp();
    state.grants = [ofChat];
    const granted = () => {
      return source.current('s1').permissions.some((rule) => rule.source === 'session');
    };
    assert.ok(granted());
    settings.set('permissions', { bash: [{ pattern: 'ls', action: 'dney' }] });
    assert.ok(!granted(), 'every tool call asks, as the notice says');
    settings.set('permissions', {});
    assert.ok(granted());
  });

  for (const key of [
    'file.denyRead',
    'file.allowRead',
    'file.allowedPaths',
    'shell.allowedPaths',
  ] as const) {
    it(`decision 31: a change of ${key} swaps too, so that what waits is judged again`, async () => {
      const { source, settings, swapped } = setUp();
      const before = source.current().version;
      const told = swapped();
      settings.set(key, ['**/*.key']);
      await told;
      assert.equal(source.current().version, before + 1);
    });
  }

  it('swaps when folders or trust change', () => {
    const { source, state, moving } = setUp();
    assert.equal(source.current().version, 1);
    state.roots = ['/repo', '/other'];
    moving.fire();
    assert.equal(source.current().version, 2);
    state.trusted = false;
    moving.fire();
    assert.equal(source.current().version, 3);
  });

  it('a value that cannot be read any more swaps at once', () => {
    const { source, settings } = setUp();
    assert.deepEqual(source.current().policyRules, []);
    settings.set('policy.rules', 'all');
    assert.equal(source.current().policyRules[0]?.effect, 'deny');
  });

  it('a policy that cannot be made leaves none in force, and the next one counts again', () => {
    const { source, settings, state, granting } = setUp();
    source.current();
    Object.defineProperty(state, 'grants', {
      configurable: true,
      get: () => {
        throw new Error('storage');
      },
    });
    granting.fire();
    assert.throws(() => source.current(), /storage/);
    assert.throws(() => source.current(), /storage/, 'and not the old one the second time');
    Object.defineProperty(state, 'grants', { value: [] });
    settings.set('tools.timeout', 5);
    assert.equal(source.current().limits.timeoutMs, 5000);
  });

  it('shows each warning once, as plain text', () => {
    const { source, settings, warnings } = setUp({
      allowedTools: ['bash'],
      defaultPermissions: {},
    });
    settings.state.workspaceRules = [
      {
        tool: 'core__x',
        pattern: 'a',
        action: 'deny',
        source: 'workspace',
        place: 'workspace.deny.x[0] in [click](command:evil)',
      },
    ];
    source.current();
    settings.set('tools.timeout', 5);
    source.current();
    assert.equal(warnings.length, 1);
    assert.ok(!warnings[0]?.includes(']('), 'no link in a notification');
  });

  it('is silent once disposed', () => {
    const { source, settings } = setUp();
    source.current();
    source.dispose();
    settings.set('tools.timeout', 5);
    assert.equal(source.current().version, 1);
  });
});
