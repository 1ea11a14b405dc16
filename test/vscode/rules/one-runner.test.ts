import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { SessionUpdate } from '../../../src/core/contracts/chats/acp';
import { freshFolder, parts, put, textOf } from '../world';
import { call, ownTools } from './calls';
import { useModelChats, type ModelChat } from './model-chat';
import { backgroundCalls, sampleCalls, webCalls } from './sample-calls';
import { withUser } from './settings';
import { askingModels, entering, notified, started } from './watching';

const anything = [{ pattern: '*', action: 'allow' as const }];
const allowAll = { permissions: { bash: [{ pattern: 'echo *', action: 'allow' as const }] } };
const allowWrites = {
  permissions: {
    ...allowAll.permissions,
    write: anything,
    edit: anything,
    create_directory: anything,
    delete_path: anything,
    move_path: anything,
    copy_path: anything,
  },
};

type CallUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' | 'tool_call_update' }>;

function isCall(update: SessionUpdate): update is CallUpdate {
  return update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
}

function hasEnded({ status }: CallUpdate): boolean {
  return status === 'completed' || status === 'failed';
}

/** The ids of the calls whose answers the server received, in order. */
function answered({ server }: ModelChat, index: number): readonly (string | undefined)[] {
  const messages = server.requests[index]?.body.messages ?? [];
  return messages.filter(({ role }) => role === 'tool').map((message) => message.tool_call_id);
}

describe('rules: one runner', () => {
  const open = useModelChats();

  it('INV-01: every call of every tool, typed or not, enters one runner and leaves one audit entry', async () => {
    const folder = await freshFolder('inv01');
    const file = await put(folder, 'a.txt', 'one\n');
    const samples = [...backgroundCalls, ...webCalls, ...sampleCalls(folder, file)];
    const { pipeline } = await parts();
    assert.deepEqual(
      samples.map(({ name }) => name).sort(),
      ownTools(pipeline)
        .map(({ name }) => name)
        .sort(),
      'each tool has a sample',
    );
    await withUser(allowWrites, async () => {
      const chat = await open({ calls: samples }, { text: 'ok' });
      const entered = await entering(async () => {
        await chat.say('Use every tool.');
        await chat.say(`/tool read {"path":${JSON.stringify(file)}}`);
      });
      const ids = entered.map(({ toolCallId }) => toolCallId).sort();
      assert.equal(entered.length, samples.length + 1);
      assert.equal(new Set(ids).size, ids.length);
      const lines = await chat.entries();
      assert.deepEqual(lines.map((line) => line.tool_call_id).sort(), ids);
      assert.deepEqual(
        chat
          .cards()
          .map(({ id }) => id)
          .sort(),
        ids,
      );
      // These fail because there is no background command, no public address, no stored output and
      // too little to compress.
      const failed = lines.filter(({ result }) => result !== 'success');
      assert.deepEqual(
        failed.map(({ tool }) => tool),
        [
          'core__bash_kill',
          'core__fetch',
          'core__web_scrape',
          'core__read_overflow',
          'core__compress_context',
        ],
      );
    });
  });

  it("INV-05: one id joins start, updates, end, card, audit entry and the model's answer", async () => {
    await withUser(allowAll, async () => {
      const calls = [{ id: 'call_abc', name: 'core__bash', args: { command: 'echo one' } }];
      const chat = await open({ calls }, { text: 'ok' });
      const heard = await notified(() => chat.say('Go.'));
      const updates = heard.map(({ update }) => update).filter(isCall);
      assert.ok(updates.length >= 3, 'a start, progress and a result');
      const ids = [
        ...updates.map(({ toolCallId }) => toolCallId),
        ...chat.cards().map(({ id }) => id),
        ...(await chat.entries()).map((line) => line.tool_call_id),
        ...answered(chat, 1),
      ];
      assert.deepEqual([...new Set(ids)], ['call_abc']);
    });
  });

  it('decision 36: an id that repeats gets a new id inside and keeps its own on the wire', async () => {
    const again = { calls: [{ id: 'call_abc', name: 'core__list_directory', args: {} }] };
    const chat = await open(again, { text: 'ok' }, again, { text: 'ok' });
    await chat.say('Go.');
    await chat.say('Again.');
    const ids = (await chat.entries()).map((line) => line.tool_call_id);
    assert.equal(ids[0], 'call_abc');
    assert.match(ids[1] ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(answered(chat, 3), ['call_abc', 'call_abc']);
  });

  it('INV-06: only the agent loop asks the model, once per round', async () => {
    const call = { name: 'core__list_directory', args: { path: '.' } };
    const chat = await open({ calls: [call] }, { calls: [call, call] }, { text: 'ok' });
    const asked = await askingModels(async () => {
      await chat.say('Look twice.');
      await chat.say('/tool list_directory {"path":"."}');
    });
    assert.equal(asked, 3);
    assert.equal(chat.server.requests.length, 3);
    assert.equal((await chat.entries()).length, 4);
  });

  it('INV-07: each call has one announcement and one end, in ACP updates only', async () => {
    const chat = await open(
      {
        calls: [
          { name: 'core__list_directory', args: { path: '.' } },
          { name: 'core__read', args: { path: 'missing.txt' } },
          { name: 'core__read', args: { path: '/etc/passwd' } },
          { name: 'core__read', args: '{"path":' },
          { name: 'core__nothing', args: {} },
        ],
      },
      { text: 'ok' },
    );
    const heard = await notified(() => chat.say('Go.'));
    const updates = heard.map(({ update }) => update);
    assert.deepEqual([...new Set(updates.map(({ sessionUpdate }) => sessionUpdate))].sort(), [
      'agent_message_chunk',
      'tool_call',
      'tool_call_update',
      'usage_update',
    ]);
    const ids = chat.cards().map(({ id }) => id);
    assert.equal(ids.length, 5);
    for (const id of ids) {
      const own = updates.filter(isCall).filter(({ toolCallId }) => toolCallId === id);
      assert.deepEqual(
        own.map(({ sessionUpdate }) => sessionUpdate === 'tool_call'),
        own.map((_, index) => index === 0),
        'the first update, and only the first, announces the call',
      );
      assert.deepEqual(own.map(hasEnded), [...own.slice(1).map(() => false), true]);
    }
  });

  it('decision 21: every call gets exactly one answer, however it ends', async () => {
    const chat = await open(
      {
        calls: [
          { id: 'good', name: 'core__list_directory', args: { path: '.' } },
          { id: 'outside', name: 'core__read', args: { path: '/etc/passwd' } },
          { id: 'broken', name: 'core__read', args: '{"path":' },
          { id: 'thought', name: 'core__read', args: { _tafc_think: 'hm' } },
          { id: 'nobody', name: 'core__nothing', args: {} },
        ],
      },
      { text: 'ok' },
    );
    await chat.say('Go.');
    assert.deepEqual(answered(chat, 1), ['good', 'outside', 'broken', 'thought', 'nobody']);
    assert.equal(chat.server.requests[1]?.problem, undefined);
  });

  const cutArguments: Readonly<Record<string, string>> = {
    'in the middle of the arguments': ',"content":"ha',
    'after arguments that look whole': ',"content":"half"}',
  };
  for (const [where, rest] of Object.entries(cutArguments)) {
    it(`INV-08: nothing runs and nothing remains of a stream that breaks ${where}`, async () => {
      const folder = await freshFolder('inv08');
      const [cut, whole] = [path.join(folder, 'cut.txt'), path.join(folder, 'whole.txt')];
      const args = `{"path":${JSON.stringify(cut)}${rest}`;
      await withUser(allowWrites, async () => {
        const chat = await open(
          { text: 'I write.', calls: [{ name: 'core__write', args }], cut: true },
          { calls: [{ name: 'core__write', args: { path: whole, content: 'whole' } }] },
          { text: 'ok' },
        );
        await chat.say('Write.');
        assert.deepEqual(await chat.entries(), []);
        await chat.say('Again.');
        assert.equal(existsSync(cut), false);
        assert.equal(await textOf(whole), 'whole');
        const lines = await chat.entries();
        assert.deepEqual(
          lines.map((line) => [line.result, line.call['content']]),
          [['success', 'whole']],
        );
        const sent = JSON.stringify(chat.server.requests[1]?.body.messages);
        assert.equal(sent.includes('cut.txt'), false);
      });
    });
  }

  it('INV-25: model, user, subagent and scheduler get the same denial from a policy rule', async () => {
    const rule = { effect: 'deny' as const, tool: 'list_directory' };
    await withUser({ 'policy.rules': [rule] }, async () => {
      const args = { path: '.' };
      const chat = await open({ calls: [{ name: 'core__list_directory', args }] }, { text: 'ok' });
      await chat.say('Look.');
      await chat.say('/tool list_directory {"path":"."}');
      const byChat = chat.cards().map(({ failure }) => failure);
      const tool = 'core__list_directory';
      const others = [
        await call(tool, args, { phase: 'verifier' }),
        await call(tool, args, { phase: 'autonomous' }),
        await call(tool, args, { token: 'forged' }),
      ];
      const denials = [
        ...byChat.map((failed) => [failed?.errorCode, failed?.message]),
        ...others.map(({ outcome }) => [outcome.failure?.errorCode, outcome.failure?.message]),
      ];
      assert.deepEqual(
        denials,
        denials.map(() => ['policy_denied', 'Denied by a policy rule.']),
      );
      assert.equal(denials.length, 5);
    });
  });

  it('INV-31: every command in a terminal belongs to a call that the audit log has as a success', async () => {
    await withUser(allowAll, async () => {
      const chat = await open(
        { calls: [{ name: 'core__bash', args: { command: 'echo model' } }] },
        { text: 'ok' },
      );
      const { pipeline } = await parts();
      const raw = {
        toolCallId: 'explained',
        tool: 'bash',
        args: { command: 'echo explained' },
        phase: 'executor',
        origin: 'model',
        attempt: 0,
      } as const;
      const requests = await started(async () => {
        await chat.say('Go.');
        await chat.say('!echo typed');
        await chat.say('/tool bash {"command":"echo far","cwd":"/"}');
        await pipeline.explain(raw, { sessionId: chat.sessionId, actorId: 'a', tenantId: 't' });
      });
      const lines = await chat.entries();
      const ran = lines.filter(({ result }) => result === 'success');
      assert.equal(lines.length, 3);
      assert.deepEqual(
        requests.map(({ command, sessionId }) => [sessionId, command]),
        ran.map((line) => [line.session, line.call['command']]),
      );
      assert.deepEqual(
        ran.map((line) => line.approved_by),
        ['auto', 'user-typed'],
      );
    });
  });

  it('INV-F2: the host alone sets actor, tenant and subject; no argument changes them', async () => {
    const args = { path: '.', actorId: 'admin', subjectId: 'admin', tenantId: 'elsewhere' };
    const chat = await open(
      { calls: [{ name: 'core__list_directory', args }] },
      { calls: [{ name: 'core__list_directory', args: { path: '.' } }] },
      { text: 'ok' },
    );
    await chat.say('Go.');
    const lines = await chat.entries();
    const { workspace } = await parts();
    assert.deepEqual(
      lines.map(({ result, error_code }) => [result, error_code]),
      [
        ['denied', 'validation'],
        ['success', undefined],
      ],
    );
    for (const line of lines) {
      assert.equal(line.actor, `user:${os.userInfo().username}`);
      assert.equal(line.tenant, workspace.key());
      assert.equal(line.subject, undefined);
    }
  });

  it('decision 37: typing a call is its approval; a rule that denies still holds', async () => {
    await withUser(
      { permissions: { bash: [{ pattern: 'echo no*', action: 'deny' }] } },
      async () => {
        const chat = await open();
        await chat.say('!echo yes');
        await chat.say('!echo no');
        const lines = await chat.entries();
        assert.deepEqual(
          lines.map(({ result, origin, approved_by }) => [result, origin, approved_by]),
          [
            ['success', 'user', 'user-typed'],
            ['denied', 'user', 'none'],
          ],
        );
      },
    );
  });
});
