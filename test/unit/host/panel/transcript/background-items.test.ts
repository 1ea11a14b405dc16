import assert from 'node:assert/strict';
import { HostBackgroundCommands } from '../../../../../src/host/background/background-commands';
import { backgroundItems } from '../../../../../src/host/panel/transcript/card-status';
import { createFakeClock } from '../../../fakes/clock';
import { inGerman } from '../../../fakes/in-german';
import { createFakeTerminals } from '../../../fakes/terminals';

describe('commands in the background, above the input', () => {
  it("decision 38: name the command that left them running, in VS Code's language", async () => {
    const background = new HostBackgroundCommands(createFakeClock());
    const terminals = createFakeTerminals();
    const command = 'nohup npm start &';
    await terminals.create({ sessionId: 's1', command, cwd: '/ws', outputByteLimit: 1000 });
    const [handle] = terminals.commands;
    assert.ok(handle);
    background.add({
      ...{ sessionId: 's1', toolCallId: '', handle },
      ...{ command: `left running by: ${command}`, leftBy: command },
      ended: new Promise(() => undefined),
      stop: () => Promise.resolve(),
    });
    const titles = () =>
      backgroundItems(background.list('s1'), () => undefined).map(({ title }) => title);
    assert.deepEqual(titles(), ['left running by: nohup npm start &']);
    assert.deepEqual(inGerman(titles), ['läuft noch, gestartet von: nohup npm start &']);
  });
});
