// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/** @param {object} args */
const bash = (args) => `/tool bash ${JSON.stringify(args)}`;

/** Leaves a file behind when it is asked to end. */
const untilStopped = `trap 'echo gone > ended.txt; exit' TERM
echo up
sleep 300 &
wait
`;

describe('Commands that run on, and commands that wait', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld({
      prepare: (folder) => writeFile(path.join(folder, 'serve.sh'), untilStopped),
    });
    await world.openPanel();
  });
  after(() => world?.close());

  const bar = () => world.panel.root.getByRole('region', { name: /in the background$/ });

  it('a background command returns at once, and is in the bar while it runs', async () => {
    const { panel } = world;
    await panel.send(bash({ command: 'echo ready; sleep 300', background: true }));
    const card = await panel.waitForCard('bash echo ready', 'completed');
    await card.getByText('in background').waitFor();
    await panel.idle();
    await bar().getByText('1 command runs in the background').waitFor();
    await bar().getByText('echo ready; sleep 300').waitFor();
  });

  it('bash_output lists it and reads what it wrote', async () => {
    const { panel } = world;
    await panel.send('/tool bash_output {"id":"bg1","since_last":false}');
    const card = await panel.waitForCard('bash_output bg1', 'completed');
    await card.getByRole('button').first().click();
    await card
      .getByLabel('Result')
      .filter({ hasText: /bg1 running[^]*ready/ })
      .waitFor();
    await panel.idle();
  });

  it('Stop in the bar ends it, and its card says so', async () => {
    await bar().getByRole('button', { name: 'Stop echo ready' }).click();
    await bar().waitFor({ state: 'detached' });
    await world.panel.waitForCard('bash echo ready', 'cancelled');
  });

  it('decision 38: its real end is a second audit row of the same call', async () => {
    const rows = async () => {
      const all = await readAudit(world);
      const [first] = all;
      return all.filter((row) => row.tool_call_id === first?.tool_call_id);
    };
    await until('the second row', async () => (await rows()).length === 2);
    assert.deepEqual(
      (await rows()).map(({ event, result, exit_code, approved_by }) => {
        return [event, result, exit_code, approved_by];
      }),
      [
        [undefined, 'success', -1, 'user-typed'],
        ['background_end', 'cancelled', 143, 'user-typed'],
      ],
    );
  });

  it('what outlives its command by setsid is in the bar, and Stop ends it', async () => {
    const { panel } = world;
    // Until it has a session of its own, the end of the command ends it.
    await panel.send(bash({ command: 'setsid sleep 7341 > /dev/null 2>&1 & sleep 2; exit 0' }));
    await panel.idle();
    const left = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    await bar().getByText('sleep 7341').waitFor();
    assert.match(left(), /^sleep 7341$/m);
    await bar()
      .getByRole('button', { name: /^Stop .*sleep 7341/ })
      .click();
    await bar().waitFor({ state: 'detached' });
    await until('its end', async () => !/^sleep 7341$/m.test(left()));
  });

  it('closing the chat ends what runs in its background', async () => {
    const { panel, file, runCommand } = world;
    await panel.send(bash({ command: 'bash serve.sh', background: true }));
    await panel.idle();
    await bar().waitFor();
    await runCommand('Gatehouse: Close Chat');
    const ended = () => readFile(path.resolve(file('ended.txt')), 'utf8').catch(() => '');
    await until('the end of the command', async () => (await ended()) === 'gone\n');
    await bar().waitFor({ state: 'detached' });
  });
});
