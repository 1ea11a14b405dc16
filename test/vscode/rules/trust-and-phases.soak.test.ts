import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { callPhases } from '../../../src/core/contracts/calls/call';
import { fail, failure } from '../../../src/core/contracts/failure';
import type { TrustLevel } from '../../../src/core/contracts/tool-spec';
import { freshFolder, parts, put, textOf } from '../world';
import { call, freshSession, type CallMore } from './calls';
import { useModelChats } from './model-chat';
import { underUser, withUser } from './settings';

const refuse: CallMore = { answer: () => ({ answer: 'deny' }) };

describe('rules: trust', () => {
  underUser({ permissions: { write: [{ pattern: '*', action: 'allow' }] } });

  /** What becomes of a call that only reads, and of one that writes. */
  async function outcomesOf(session: string): Promise<readonly string[]> {
    const folder = await freshFolder('trust');
    const read = await call('list_directory', { path: folder }, { ...refuse, session });
    const args = { path: path.join(folder, 'a.txt'), content: 'x' };
    const write = await call('write', args, { ...refuse, session });
    return [read, write].map(({ asked, code }) => {
      if (asked.length > 0) return 'asks';
      return code === undefined ? 'runs' : `ends with ${code}`;
    });
  }

  const table: Readonly<Record<TrustLevel, readonly string[]>> = {
    trusted: ['runs', 'runs'],
    provisional: ['runs', 'asks'],
    untrusted: ['asks', 'ends with policy_denied'],
  };
  for (const [level, expected] of Object.entries(table)) {
    it(`decision 23: for a source that is ${level}, a read ${String(expected[0])}, a write ${String(expected[1])}`, async () => {
      const { trust } = await parts();
      const session = freshSession();
      const known = (['trusted', 'provisional', 'untrusted'] as const).find((one) => one === level);
      assert.ok(known);
      await trust.set(session, 'built-in', known);
      assert.deepEqual(await outcomesOf(session), expected);
      const { entry, outcome } = await call('list_directory', { path: '.' }, { session });
      assert.deepEqual([entry.trust, outcome.decision.trust], [level, level]);
      trust.forget(session);
    });
  }

  it('decision 40: a trust level belongs to one chat and one source, and goes with a deleted chat', async () => {
    const { trust } = await parts();
    const session = freshSession();
    await trust.set(session, 'mcp:files', 'untrusted');
    assert.deepEqual(await outcomesOf(session), table.trusted);
    await trust.set(session, 'built-in', 'untrusted');
    assert.deepEqual(await outcomesOf(freshSession()), table.trusted);
    trust.forget(session);
    assert.deepEqual(await outcomesOf(session), table.trusted);
    assert.equal(trust.setFor(session, 'mcp:files'), 'untrusted', 'the level of every new server');
  });
});

describe('rules: phases and callers', () => {
  it('000-phases-1: the call site sets the phase, no argument does, and the audit log has it', async () => {
    for (const phase of callPhases) {
      const { entry } = await call('list_directory', { path: '.' }, { phase });
      assert.equal(entry.phase, phase);
    }
    const forged = await call('list_directory', { path: '.', phase: 'autonomous' });
    assert.deepEqual([forged.code, forged.entry.phase], ['validation', 'executor']);
  });

  it('000-caller-1: the log names the chat as the caller; an argument is no caller', async () => {
    for (const args of [{ path: '.' }, { path: '.', caller_id: 'agent:admin' }]) {
      const { entry } = await call('list_directory', args);
      assert.equal(entry.caller_id, entry.session);
    }
  });

  it('decision 18: an autonomous call skips the prompt only if its tool is internal', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const permissions = { read_overflow: [{ pattern: '*', action: 'ask' as const }] };
    await withUser({ permissions }, async () => {
      const autonomous: CallMore = { ...refuse, phase: 'autonomous' };
      const internal = await call('read_overflow', { id }, autonomous);
      assert.deepEqual([internal.asked.length, internal.entry.approved_by], [0, 'auto']);
      assert.equal((await call('read_overflow', { id }, refuse)).asked.length, 1);
      const file = path.join(await freshFolder('autonomous'), 'a.txt');
      const write = await call('write', { path: file, content: 'x' }, autonomous);
      const bash = await call('bash', { command: 'echo one' }, autonomous);
      assert.deepEqual([write.asked.length, bash.asked.length], [1, 1]);
      assert.equal(existsSync(file), false);
    });
  });

  it('decision 18: a rule still denies an autonomous call of an internal tool', async () => {
    const permissions = { read_overflow: [{ pattern: '*', action: 'deny' as const }] };
    await withUser({ permissions }, async () => {
      const { code } = await call('read_overflow', { id: 'any' }, { phase: 'autonomous' });
      assert.equal(code, 'policy_denied');
    });
  });

  it('decision 22: thoughts are removed by a case-insensitive prefix and appear in no log', async () => {
    const thoughts = { _tafc_think: 'zq7-thought', _TAFC_THINK_path: 'zq7-thought' };
    const { entry, outcome, events } = await call('list_directory', { path: '.', ...thoughts });
    assert.equal(outcome.status, 'completed');
    assert.deepEqual(entry.call, { path: '.' });
    assert.equal(JSON.stringify([entry, outcome, events]).includes('zq7-thought'), false);
    const only = await call('list_directory', thoughts);
    assert.deepEqual(
      [only.code, only.outcome.failure?.category],
      ['validation', 'invalid_parameters'],
    );
    const real = await call('list_directory', { path: '.', thinking: 'about it' });
    assert.equal(real.code, 'validation', 'other names are ordinary arguments');
  });
});

describe('rules: the audit entry of a call', () => {
  const open = useModelChats();

  it('000-audit-5: holds time, actor, tool, call, result, trust, policy version and who approved it', async () => {
    const { policy } = await parts();
    const file = path.join(await freshFolder('audit'), 'a.txt');
    const session = freshSession();
    const began = Date.now();
    const { entry } = await call('write', { path: file, content: 'one\n' }, { session });
    const { ts, started_at: start = '', gates, duration_ms: duration, summary, ...rest } = entry;
    assert.ok(Date.parse(start) >= began && start <= ts && Date.parse(ts) <= Date.now());
    assert.ok(duration >= 0);
    assert.match(summary, /^Created /);
    assert.ok(gates.every(({ verdict }) => verdict !== 'deny'));
    assert.deepEqual(rest, {
      session,
      caller_id: session,
      tool_call_id: entry.tool_call_id,
      tool: 'core__write',
      call: { path: file, content: 'one\n' },
      claim_source: `file_system: ${file}`,
      result: 'success',
      trust: 'trusted',
      phase: 'executor',
      origin: 'model',
      approved_by: 'user',
      actor: 'user:rules',
      tenant: 'rules',
      enforcement: 'asked',
      permission_level: 'rules',
      policy_version: policy.current().version,
    });
  });

  it('000-audit-6: holds code and category of a denied, failed or cancelled call', async () => {
    const folder = await freshFolder('codes');
    const denied = await call('read', { path: '/etc/passwd' });
    const failed = await call('read', { path: path.join(folder, 'none.txt') });
    const controller = new AbortController();
    controller.abort();
    const cancelled = await call('read', { path: folder }, { signal: controller.signal });
    assert.deepEqual(
      [denied, failed, cancelled].map(({ entry }) => {
        return [entry.result, entry.error_code, entry.error_category];
      }),
      [
        ['denied', 'policy_denied', 'policy_blocked'],
        ['error', 'execution', 'permanent_failure'],
        ['cancelled', 'cancelled', 'cancelled'],
      ],
    );
  });

  it('000-audit-2: if it cannot be written, the call fails and its result is withheld', async () => {
    const { makePipeline, pipelineParts } = await parts();
    const file = await put(await freshFolder('unwritten'), 'a.txt', 'zq7-content\n');
    const audit: typeof pipelineParts.store.audit = {
      append: async (entry) => {
        await pipelineParts.store.audit.append(entry);
        return fail(failure('execution', 'The disk is full.'));
      },
    };
    const on = makePipeline({ store: { ...pipelineParts.store, audit } });
    const session = freshSession();
    const { outcome } = await call('read', { path: file }, { on, session });
    assert.equal(outcome.status, 'failed');
    assert.match(outcome.text, /The disk is full/);
    assert.equal(JSON.stringify(outcome).includes('zq7-content'), false);
    assert.deepEqual(on.completed(session), [], 'the call does not count as completed');
  });

  it('decision 20: after a stop the remaining calls answer `cancelled`, each with its own entry', async () => {
    const folder = await freshFolder('stop');
    const write = (name: string) => ({
      id: name,
      name: 'core__write',
      args: { path: path.join(folder, name), content: 'x' },
    });
    const chat = await open({ calls: [write('a'), write('b'), write('c')] });
    chat.begin('Write three.');
    await chat.pending();
    chat.stop();
    await chat.ended();
    const lines = await chat.entries();
    assert.deepEqual(
      lines.map((line) => [line.tool_call_id, line.result]),
      [
        ['a', 'cancelled'],
        ['b', 'cancelled'],
        ['c', 'cancelled'],
      ],
    );
    assert.equal(existsSync(path.join(folder, 'a')), false);
  });

  it('decision 43: a redacted read never overwrites the real value', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const file = await put(await freshFolder('marks'), 'a.txt', `token=${token}\n`);
    const session = freshSession();
    const read = await call('read', { path: file }, { session });
    const shown = /token=\S+/.exec(read.outcome.text)?.[0] ?? '';
    assert.match(shown, /REDACTED/);
    const { outcome } = await call('write', { path: file, content: shown }, { session });
    assert.equal(outcome.failure?.category, 'invalid_parameters');
    assert.equal(await textOf(file), `token=${token}\n`);
  });
});
