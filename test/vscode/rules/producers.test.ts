import * as assert from 'node:assert/strict';
import type { RunContext } from '../../../src/core/contracts/calls/call';
import type { Authorization } from '../../../src/core/ports/authorization';
import { parts, until } from '../world';
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
