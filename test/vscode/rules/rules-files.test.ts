import * as assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { put, root } from '../world';
import { useModelChats, type ModelChat } from './model-chat';

describe('rules files in a chat', () => {
  const open = useModelChats();

  const named = (chat: ModelChat): string =>
    chat
      .items()
      .map((item) => (item.type === 'notice' ? item.text : ''))
      .find((text) => text.startsWith('Rules in force:')) ?? '';

  it('the first line names those in force, and what changed since the last chat', async () => {
    const file = await put(await root(), 'AGENTS.md', 'Be brief.\n');
    try {
      const first = await open({ text: 'Yes.' }, { text: 'Yes.' });
      await first.say('Hello.');
      assert.match(named(first), /\[`AGENTS\.md`\]\(workspace:AGENTS\.md\)/);
      await first.say('Hello again.');
      const lines = first.items().filter((item) => item.type === 'notice');
      assert.equal(lines.length, 1, 'once for a chat');
      await put(await root(), 'AGENTS.md', 'Be verbose.\n');
      const second = await open({ text: 'Yes.' });
      await second.say('Hello.');
      assert.match(named(second), /AGENTS\.md\) \(changed since your last chat\)/);
      const third = await open({ text: 'Yes.' });
      await third.say('Hello.');
      assert.doesNotMatch(named(third), /since your last chat/);
      await rm(file);
      const fourth = await open({ text: 'Yes.' });
      await fourth.say('Hello.');
      assert.match(named(fourth), /No longer in force since your last chat: `AGENTS\.md`/);
    } finally {
      await rm(file, { force: true });
    }
  });
});
