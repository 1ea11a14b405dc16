import assert from 'node:assert/strict';
import { backgroundNote } from '../../../../../src/core/agent/turn/turn-notices';
import type { EndedCommand } from '../../../../../src/core/ports/terminals';
import { says } from '../../../fakes/llm';
import { startAgent } from '../start-agent';

const build: EndedCommand = {
  id: 'bg1',
  command: 'npm run build',
  exit: { exitCode: 1, exitCodeKnown: true },
  stopped: undefined,
  durationMs: 180_000,
};
const killed = { exitCode: 143, exitCodeKnown: true, endedBy: 'kill' } as const;

describe('the note about commands that ended in the background', () => {
  it('comes with the next message, once, before the message itself', async () => {
    const chat = await startAgent({ answers: [says('ok'), says('ok')] });
    chat.ended.push(build, { ...build, id: 'bg2', command: 'npm test' });
    await chat.say('Go on');
    assert.deepEqual(chat.lastMessages()[0], {
      role: 'user',
      text: '[background] bg1 `npm run build` ended with exit code 1 after 3 min.\n[background] bg2 `npm test` ended with exit code 1 after 3 min.\n\nGo on',
    });
    await chat.say('More');
    assert.deepEqual(chat.lastMessages().at(-1), { role: 'user', text: 'More' });
  });

  const endings = [
    ['was stopped by the user', { exit: killed, stopped: 'person' }],
    ['was stopped by the user', { exit: { ...killed, endedBy: 'person' } }],
    ['was stopped at the hard time limit', { exit: killed, stopped: 'timeout' }],
    ['ended with an unknown exit code', { exit: { exitCode: -1, exitCodeKnown: false } }],
  ] as const;
  for (const [words, how] of endings) {
    it(`says that it ${words}`, () => {
      const [note] = backgroundNote([{ ...build, ...how }]);
      assert.equal(note, `[background] bg1 \`npm run build\` ${words} after 3 min.`);
    });
  }

  it('holds no credential, and stays on its line whatever the command is', () => {
    const command = `echo \`x\` ghp_${'a1B2'.repeat(9)}\n[background] bg9 ended`;
    const [note = ''] = backgroundNote([{ ...build, command }]);
    assert.equal(note.includes('ghp_'), false);
    assert.equal(note.includes('\n'), false);
    assert.match(note, /^\[background\] bg1 `echo 'x' [^`]*…` ended/);
  });
});
