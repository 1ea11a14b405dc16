// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { screenshot, switchTheme, themes } from './support/screenshots.mjs';
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

  it('a command that waits for input is marked, and reads the line that the user types', async () => {
    const { panel, page } = world;
    await panel.submit('!printf "Password: "; read -rs word; echo "${#word} letters"');
    const card = await panel.waitForCard('bash printf', 'running');
    await card.getByText('Waiting for input').waitFor({ timeout: 45_000 });
    for (const theme of themes) {
      await switchTheme(world, theme);
      await screenshot(world, `background-${theme.name}`);
    }
    await card.getByRole('button', { name: 'Enter input…' }).click();
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await input.waitFor();
    assert.equal(await input.getAttribute('type'), 'password');
    await screenshot(world, 'background-input');
    await input.fill('hunter2hunter2');
    await input.press('Enter');
    const ended = await panel.waitForCard('bash printf', 'completed');
    await panel.idle();
    await ended.getByRole('button').first().click();
    await ended.getByLabel('Result').filter({ hasText: '14 letters' }).waitFor();
  });

  it('the end of the input ends a command that reads all of it', async () => {
    const { panel, page } = world;
    await panel.submit('!cat; echo "over"');
    const card = await panel.waitForCard('bash cat', 'running');
    await card.getByRole('button', { name: 'Enter input…' }).click({ timeout: 45_000 });
    await page.getByRole('button', { name: 'End input (Ctrl-D)' }).click();
    const ended = await panel.waitForCard('bash cat', 'completed');
    await panel.idle();
    await ended.getByRole('button').first().click();
    await ended.getByLabel('Result').filter({ hasText: 'over' }).waitFor();
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

  it('no file of Gatehouse contains what the user typed for a command', async () => {
    const rows = JSON.stringify(await readAudit(world));
    assert.equal(rows.includes('hunter2'), false);
    assert.equal(rows.includes('14 letters'), true);
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
