import * as assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { RunContext } from '../../../src/core/contracts/calls/call';
import type { Authorization } from '../../../src/core/ports/authorization';
import { closeEditors, openEditor } from '../editors';
import { freshFolder, parts, put, root, until } from '../world';
import { call } from './calls';
import { useModelChats } from './model-chat';
import { withUser } from './settings';

describe('rules: what the extension itself sets', () => {
  const open = useModelChats();

  it('INV-23: a run is given the tools of gatehouse.allowedTools; what nothing sets is absent', async () => {
    const { pipelineParts } = await parts();
    const { access } = pipelineParts;
    const { authorization } = access;
    const contexts: RunContext[] = [];
    const heard: Authorization = {
      check: (request) => {
        contexts.push(request.context);
        return authorization.check(request);
      },
    };
    const list = { name: 'list_directory', args: { path: '.' } };
    Object.assign(access, { authorization: heard });
    try {
      const chat = await open({ calls: [list] }, { text: 'ok' }, { calls: [list] }, { text: 'ok' });
      await chat.say('Go');
      await withUser({ allowedTools: ['read', 'list_directory'] }, () => chat.say('Again'));
      const [first, second] = contexts;
      assert.ok(first?.allowedToolIds?.includes('core__bash'));
      assert.deepEqual(second?.allowedToolIds, ['core__read', 'core__list_directory']);
      const { sessionId, actorId, tenantId, allowedToolIds, ...others } = second;
      assert.ok(sessionId === chat.sessionId && actorId && tenantId && allowedToolIds);
      assert.deepEqual(others, {});
    } finally {
      Object.assign(access, { authorization });
    }
  });

  it('decision 57: reopening and a fork keep trust and spent quota; /clear resets the quota alone', async () => {
    const { trust, chats, pipeline } = await parts();
    const list = { name: 'list_directory', args: { path: '.' } };
    const steps = [{ calls: [list] }, { text: 'ok' }, { text: 'ok' }];
    const chat = await open(...steps);
    const { sessionId: first } = chat;
    const kept = (session: string) => [
      pipeline.spent(session),
      trust.setFor(session, 'core__list_directory'),
    ];
    await chat.say('Go');
    await chat.say('Go on');
    await trust.set(first, 'core__list_directory', 'provisional');
    assert.deepEqual(kept(first), [1, 'provisional']);
    const [, second] = chat.items().filter(({ type }) => type === 'user');
    chats.close();
    trust.forget(first);
    assert.deepEqual(kept(first), [0, 'trusted'], 'this window knows nothing of it');
    const again = chats.restore('Again', first);
    await chats.load(again, () => undefined);
    chats.select(again.id);
    assert.deepEqual(kept(first), [1, 'provisional']);
    const fork = (await again.acp.fork(second?.id ?? '')) ?? '';
    assert.deepEqual(kept(fork), [1, 'provisional']);
    again.send('/clear', true);
    await until('the chat is cleared', () => !again.isRunning);
    assert.deepEqual(kept(first), [0, 'provisional']);
    assert.deepEqual(kept(fork), [1, 'provisional']);
    chats.close();
  });

  it('decision 67: a turn that changed files is checked; new problems reach the agent by a click alone', async () => {
    const folder = await freshFolder('checked');
    const file = path.join(folder, 'a.txt');
    const problems = vscode.languages.createDiagnosticCollection('gatehouse-checked');
    const publish = (line: number, ...messages: readonly string[]) => {
      const range = new vscode.Range(line, 0, line, 1);
      const found = messages.map((message) => new vscode.Diagnostic(range, message));
      problems.set(vscode.Uri.file(file), found);
    };
    const args = { path: file, content: 'one' };
    const { chats } = await parts();
    const chat = await open(
      { calls: [{ name: 'write', args }] },
      { text: 'Written.', delayMs: 500 },
      { text: 'Fixed.' },
    );
    try {
      await withUser({ 'agent.verifyChanges': true }, async () => {
        await withUser(
          { permissions: { write: [{ pattern: '*', action: 'allow' }] } },
          async () => {
            publish(0, 'It was there.');
            chat.begin('Go');
            await until('the file is written', () => chat.cards()[0]?.status === 'completed');
            publish(4, 'It was there.', 'It is new.');
            await chat.ended();
          },
        );
      });
      const [, check] = chat.cards();
      const line = `${path.relative(await root(), file)}:5:1 error: It is new.`;
      assert.deepEqual([check?.tool, check?.newProblems], ['diagnostics', [line]]);
      const [, entry] = await chat.entries();
      assert.deepEqual(
        [entry?.phase, entry?.origin, entry?.call],
        ['verifier', 'host', { files: [file] }],
      );
      assert.equal(chat.server.requests.length, 2);
      chats.active.sendProblems(check?.id ?? '');
      await chat.ended();
      assert.match(
        JSON.stringify(chat.server.requests.at(-1)?.body.messages.at(-1)),
        /It is new\./,
      );
    } finally {
      problems.dispose();
    }
  });

  it('decision 67: what is attached is read by a call before the first request', async () => {
    const file = await put(await freshFolder('attached'), 'a.txt', 'one\nzq7\nthree\n');
    const { stages, chats } = await parts();
    const chat = await open({ text: 'ok' });
    await openEditor(file);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(1, 0, 1, 3);
    await stages.work.panel.attachSelection();
    assert.equal(chats.active.draft.attachments[0]?.item.label, 'a.txt:2');
    await editor.edit((edit) => edit.replace(editor.selection, 'zq8'));
    await chat.say('See');
    const [entry] = await chat.entries();
    assert.deepEqual(
      [entry?.tool, entry?.phase, entry?.origin, entry?.call],
      ['core__read', 'planner', 'host', { path: file, offset: 2, limit: 1 }],
    );
    const sent = JSON.stringify(chat.server.requests[0]?.body.messages.at(-1));
    assert.match(sent, /zq8/);
    assert.doesNotMatch(sent, /zq7|three/);
    await closeEditors();
  });

  it('decision 35: a model without tools gets the catalog by one click in its notice', async () => {
    const { chats, settings } = await parts();
    await withUser({ 'models.options': { 'openai/scripted': { tools: 'none' } } }, async () => {
      const chat = await open({ text: 'Plain.' }, { text: 'With tools.' });
      await chat.say('Go');
      const notice = chat
        .items()
        .find((item) => item.type === 'notice' && item.action === 'fenced');
      chats.active.act(notice?.id ?? '');
      const tools = () => settings.get('models.options')['openai/scripted']?.tools;
      await until('the setting is written', () => tools() === 'fenced');
      await chat.say('Again');
      const [first, second] = chat.server.requests.map(({ body }) => JSON.stringify(body.messages));
      assert.deepEqual([first?.includes('<tools>'), second?.includes('<tools>')], [false, true]);
      assert.equal(
        chat.items().some((item) => item.type === 'notice' && item.action),
        false,
      );
    });
  });

  it('003-overflow-1: the whole output of a command is stored, and a fork reads it', async () => {
    const chat = await open({ text: 'ok' });
    await chat.say('!seq 1 400000');
    await chat.say('See');
    const [card] = chat.cards();
    const id = card?.overflowId ?? '';
    const read = async (session: string, offset: number) =>
      (await call('read_overflow', { id, offset, limit: 7 }, { session })).outcome.text;
    assert.match(await read(chat.sessionId, 1_000_000), /^\d+\n/);
    assert.match(await read(chat.sessionId, 2_688_888), /\n400000\n?$|^400000/);
    // Of these, memory holds no part of the middle.
    assert.match(
      await read(chat.sessionId, 1_638_895),
      /^250001\n\n\[Characters \d+-\d+ of 2688895\./,
    );
    const names = await readdir((await parts()).storageFolder);
    assert.deepEqual(
      names.filter((name) => name.startsWith('spool-')),
      [],
    );
    const [entry] = await chat.entries();
    assert.equal(entry?.truncated, true, 'the model reads start and end');
    const { chats } = await parts();
    const second = chat.items().findLast(({ type }) => type === 'user');
    const fork = (await chats.active.acp.fork(second?.id ?? '')) ?? '';
    assert.match(await read(fork, 1_000_000), /^\d+\n/);
    assert.match(await read('another-chat', 0), /tool_error/);
  });

  it('decision 6: a chat ends its own commands without a question, unless a rule of the user asks', async () => {
    const allowed = { bash: [{ pattern: 'sleep *', action: 'allow' as const }] };
    const start = { name: 'bash', args: { command: 'sleep 60', background: true } };
    const kill = { name: 'bash_kill', args: { id: 'bg1' } };
    const asking = { ...allowed, bash_kill: [{ pattern: '*', action: 'ask' as const }] };
    for (const isAsked of [false, true]) {
      await withUser({ permissions: isAsked ? asking : allowed }, async () => {
        const chat = await open({ calls: [start] }, { calls: [kill] }, { text: 'ok' });
        chat.begin('Go');
        if (isAsked) assert.equal((await chat.pending()).details.tool, 'bash_kill');
        else await chat.ended();
        const ended = (await chat.entries()).find(({ tool }) => tool === 'core__bash_kill');
        assert.equal(ended?.approved_by, isAsked ? undefined : 'auto');
        chat.stop();
        await chat.ended();
      });
    }
  });

  it('decision 3: wrong calls count for the model, unknown tools in one row', async () => {
    const { models } = await parts();
    const wrong = (tool: string | undefined) =>
      models.reputation.rows().find((row) => row.model === 'openai/scripted' && row.tool === tool)
        ?.wrong ?? 0;
    const before = [wrong('core__read'), wrong(undefined)];
    const chat = await open(
      {
        calls: [
          { name: 'core__read', args: { file: 'a' } },
          { name: 'no_such_tool', args: {} },
        ],
      },
      { text: 'ok' },
    );
    await chat.say('Go');
    assert.deepEqual(
      [wrong('core__read'), wrong(undefined)],
      before.map((count) => count + 1),
    );
  });
});
