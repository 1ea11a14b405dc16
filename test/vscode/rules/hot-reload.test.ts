import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { succeed } from '../../../src/core/contracts/failure';
import { freshFolder, parts, until } from '../world';
import { auditLines, call, freshSession, pipelineWith } from './calls';
import { verdictOf } from './explained';
import { useModelChats, type ModelChat } from './model-chat';
import { probeTool } from './probe-tool';
import { clearUser, setUser, withUser } from './settings';
import { withWorkspaceFile } from './workspace-file';

describe('rules: a change applies at once', () => {
  const open = useModelChats();

  /** A chat whose model wants to write a file; the call waits for the user. */
  async function waiting(): Promise<{ readonly chat: ModelChat; readonly file: string }> {
    const file = path.join(await freshFolder('reload'), 'a.txt');
    const calls = [{ name: 'core__write', args: { path: file, content: 'one\n' } }];
    const chat = await open({ calls }, { text: 'ok' });
    chat.begin('Write.');
    await chat.pending();
    return { chat, file };
  }

  async function pendingIds(): Promise<readonly string[]> {
    const { approvals } = await parts();
    return approvals.pending.list().map(({ approvalId }) => approvalId);
  }

  /** How the only call of a chat ended: result, who approved it, and whether its file exists. */
  async function endOf({ chat, file }: Awaited<ReturnType<typeof waiting>>) {
    await chat.ended();
    const [entry] = await chat.entries();
    return [entry?.result, entry?.approved_by, existsSync(file)];
  }

  it('003-permissions-10: a changed rule decides the next call', async () => {
    assert.equal(await verdictOf('echo one'), 'ask');
    const permissions = { bash: [{ pattern: 'echo *', action: 'allow' as const }] };
    await withUser({ permissions }, async () => {
      assert.equal(await verdictOf('echo one'), 'allow');
    });
    assert.equal(await verdictOf('echo one'), 'ask');
  });

  it('003-permissions-10: a new rule that allows a pending call runs it at once', async () => {
    const pending = await waiting();
    const [id = ''] = await pendingIds();
    await withUser({ permissions: { write: [{ pattern: '*', action: 'allow' }] } }, async () => {
      assert.deepEqual(await endOf(pending), ['success', 'auto', true]);
      assert.deepEqual(await pendingIds(), []);
      const { approvals } = await parts();
      assert.equal(approvals.pending.answer(id, { answer: 'deny' }), false, 'it is answered');
    });
  });

  it('003-permissions-10: a new rule that denies a pending call ends it; a later answer is ignored', async () => {
    const pending = await waiting();
    const [id = ''] = await pendingIds();
    await withUser({ permissions: { write: [{ pattern: '*', action: 'deny' }] } }, async () => {
      assert.deepEqual(await endOf(pending), ['denied', 'none', false]);
      const { approvals } = await parts();
      assert.equal(approvals.pending.answer(id, { answer: 'allow' }), false);
      assert.equal(existsSync(pending.file), false);
    });
  });

  it('003-permissions-10: allowlist, tool policies, policy rules and trust end a pending call too', async () => {
    const { trust } = await parts();
    const needs = { policy: 'sequential_dependency' as const, dependencies: { write: ['grep'] } };
    const changes: readonly ((session: string) => unknown)[] = [
      () => setUser({ allowedTools: ['read'] }),
      () => setUser({ 'toolPolicies.profile': [needs] }),
      () => setUser({ 'policy.rules': [{ effect: 'deny', tool: 'write' }] }),
      (session) => trust.set(session, 'built-in', 'untrusted'),
    ];
    for (const change of changes) {
      const pending = await waiting();
      try {
        await change(pending.chat.sessionId);
        assert.deepEqual(await endOf(pending), ['denied', 'none', false]);
      } finally {
        await clearUser(['allowedTools', 'toolPolicies.profile', 'policy.rules']);
      }
    }
  });

  it('decision 31: a deny in the .vscode/settings.json of the workspace ends a pending call', async () => {
    const pending = await waiting();
    const { settings } = await parts();
    const values = { 'gatehouse.workspace.deny': { write: ['*'] } };
    await withWorkspaceFile(
      values,
      () => settings.workspaceRules().length > 0,
      async () => {
        assert.deepEqual(await endOf(pending), ['denied', 'none', false]);
      },
    );
  });

  it('003-permissions-10: a grant for a chat settles pending calls of that chat alone', async () => {
    const { grants } = await parts();
    const first = await waiting();
    const second = await waiting();
    const scope = { kind: 'session' as const, sessionId: first.chat.sessionId };
    await grants.add(scope, [{ tool: 'write', pattern: '*' }]);
    assert.deepEqual(await endOf(first), ['success', 'auto', true]);
    const [rule] = await auditLines(first.chat.sessionId, 'gatehouse.rules');
    assert.deepEqual([rule?.event, rule?.result], ['setting', 'success']);
    assert.equal((await pendingIds()).length, 1);
    await second.chat.pending();
    second.chat.stop();
    assert.deepEqual(await endOf(second), ['cancelled', 'none', false]);
  });

  it('003-permissions-10: a changed rule for another tool leaves a call pending', async () => {
    const pending = await waiting();
    const before = await pendingIds();
    await withUser({ permissions: { bash: [{ pattern: 'ls', action: 'allow' }] } }, async () => {
      assert.deepEqual(await pendingIds(), before);
      const { approvals } = await parts();
      assert.equal(approvals.pending.answer(before[0] ?? '', { answer: 'allow' }), true);
      assert.deepEqual(await endOf(pending), ['success', 'user', true]);
    });
  });

  it('003-permissions-10: the policy is swapped as a whole; a running call keeps its version', async () => {
    const { policy } = await parts();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let running = false;
    const probe = probeTool('probe', {
      run: async () => {
        running = true;
        await held;
        return succeed({ said: 'done', secret: '' });
      },
    });
    const on = await pipelineWith({ probes: [probe.tool] });
    const { version } = policy.current();
    assert.ok(Object.isFrozen(policy.current()));
    const early = call('probe', {}, { on });
    await until('the call runs', () => running);
    await withUser({ 'tools.timeout': 59 }, async () => {
      assert.equal(policy.current().version, version + 1);
      const late = call('probe', {}, { on });
      release();
      assert.equal((await early).entry.policy_version, version);
      assert.equal((await late).entry.policy_version, version + 1);
    });
  });

  it('003-permissions-10: a setting outside the policy does not change the version of the policy', async () => {
    const { policy } = await parts();
    const { version } = policy.current();
    await withUser({ 'openai.models': ['one'] }, () => {
      assert.equal(policy.current().version, version);
      return Promise.resolve();
    });
    assert.equal(policy.current(freshSession()).version, version);
  });
});
