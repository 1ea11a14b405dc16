import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { RuleAction } from '../../src/core/contracts/calls/decision';
import { reportText } from '../../src/host/views/report/report';
import { composeReplay } from '../../src/host/compose/commands';
import { toRecording, replayText } from '../../src/host/replay/recording';
import { reportOn } from '../../src/host/views/replay/replay-report';
import { useModelChats } from './rules/model-chat';
import { setUser, withUser } from './rules/settings';
import { freshFolder, parts, put, until } from './world';

const toSay = 'Say hello.';

function touch(action: RuleAction) {
  return { permissions: { bash: [{ pattern: 'touch *', action }] } };
}

describe('replaying a chat to test rules', () => {
  const open = useModelChats();

  /** A chat with one read and one command, and the file it was saved to. */
  async function savedChat() {
    const folder = await freshFolder('replay');
    const file = await put(folder, 'a.txt', 'one\n');
    const marker = path.join(folder, 'ran.txt');
    const calls = [
      { name: 'core__read', args: { path: file } },
      { name: 'core__bash', args: { command: `touch ${marker}` } },
    ];
    const chat = await open({ text: 'I look.', calls }, { text: 'Done.' });
    await withUser(touch('allow'), () => chat.say(toSay));
    const { stages, chats } = await parts();
    const deps = composeReplay(stages.base, stages.work.parts.calls, chats, () => undefined);
    const recording = toRecording(deps.chat());
    assert.ok(recording);
    const saved = path.join(folder, 'saved.replay.json');
    await writeFile(saved, replayText(recording));
    const report = async () => {
      const report = await reportOn(saved, deps, new AbortController().signal);
      return report.ok ? report.value : assert.fail(report.failure.message);
    };
    return { chat, deps, folder, marker, recording, report, saved };
  }

  it('registers the commands that save and replay a chat', async () => {
    await parts();
    const commands = await vscode.commands.getCommands(true);
    for (const name of ['saveReplay', 'replayConversation']) {
      assert.ok(commands.includes(`gatehouse.${name}`), name);
    }
  });

  it('compares the recorded decisions with the current rules, and runs nothing', async () => {
    const { chat, marker, report } = await savedChat();
    assert.deepEqual(
      chat.cards().map(({ status }) => status),
      ['completed', 'completed'],
    );
    const entries = (await chat.entries()).length;
    await rm(marker);
    await withUser(touch('allow'), async () => {
      assert.equal((await report()).verdict.text, 'All 2 decisions are as recorded.');
    });
    await withUser(touch('deny'), async () => {
      const found = await report();
      assert.equal(found.verdict.text, '1 of 2 decisions differs.');
      assert.match(reportText(found), /refused \(rule core__bash "touch \*" deny \(user\)\)/);
    });
    assert.equal(existsSync(marker), false);
    assert.equal((await chat.entries()).length, entries);
  });

  it('plays the saved file with the model "replay", whose calls really run', async () => {
    const { marker, saved } = await savedChat();
    await rm(marker);
    const { chats, settings } = await parts();
    const modelBefore = settings.get('model');
    await withUser({ ...touch('allow'), model: 'replay', 'replay.file': saved }, async () => {
      chats.create();
      const chat = chats.active;
      chat.send(toSay);
      await until('the replay has ended', () => !chat.isRunning);
      const items = chat.transcript.items();
      const statuses = items.flatMap((item) => (item.type === 'call' ? [item.status] : []));
      assert.deepEqual(statuses, ['completed', 'completed']);
      assert.deepEqual(
        items.flatMap((item) => (item.type === 'notice' && item.level === 'error' ? [item] : [])),
        [],
      );
      chats.close();
    });
    await setUser({ model: modelBefore });
    assert.ok(existsSync(marker), 'its calls really run');
  });

  it('rejects a file that is not a recording, and names the place and a remedy', async () => {
    const { deps, folder } = await savedChat();
    const bad = await put(folder, 'bad.json', '{"version":1,"title":"x","turns":[]}');
    const refused = await reportOn(bad, deps, new AbortController().signal);
    assert.match(refused.ok ? '' : refused.failure.message, /turns: .*Correct the file/);
  });
});
