import * as assert from 'node:assert/strict';
import { parts } from '../world';
import { useModelChats } from './model-chat';

describe('rules: what the extension itself sets', () => {
  const open = useModelChats();

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
