import * as assert from 'node:assert/strict';
import { parts, until } from '../world';
import { auditLines, auditText } from './calls';
import { useModelChats } from './model-chat';

describe('rules: what the user chooses leaves an entry', () => {
  const open = useModelChats();

  it('of trust and permission levels in their chat, with both levels', async () => {
    const { trust, permission } = await parts();
    const { sessionId } = await open({ text: 'ok' });
    await trust.set(sessionId, 'core__bash', 'provisional');
    await permission.set(sessionId, 'ask');
    await until('both are in the log', async () => {
      return (await auditLines(sessionId, 'setting')).length === 2;
    });
    const entries = await auditLines(sessionId, 'setting');
    assert.deepEqual(
      entries.map(({ tool, call, approved_by: by }) => [tool, call['before'], call['after'], by]),
      [
        ['gatehouse.trust', 'trusted', 'provisional', 'user'],
        ['gatehouse.permission', 'rules', 'ask', 'user'],
      ],
    );
  });

  it('of an API key its provider and server, never the key', async () => {
    const { models } = await parts();
    const key = 'not-a-real-key-of-this-test';
    const mine = () => auditLines('gatehouse.key', 'anthropic');
    // Other suites set keys, too.
    const before = (await mine()).length;
    await models.apiKeys.store('anthropic', 'https://keys.example', key);
    await models.apiKeys.remove('anthropic');
    await until('both are in the log', async () => (await mine()).length >= before + 2);
    const changes = (await mine())
      .slice(before)
      .map(({ call }) => [call['change'], call['server']]);
    assert.deepEqual(changes, [
      ['set', 'https://keys.example'],
      ['removed', undefined],
    ]);
    assert.equal((await auditText()).includes(key), false);
  });
});
