// @ts-check
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { demoSettings } from '../harness/demo-settings.mjs';
import { repository } from '../harness/install.mjs';
import { readAudit } from './support/audit.mjs';
import { openWorld } from './support/world.mjs';

describe('A replay whose command ends otherwise than recorded', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld({
      settings: (folder) => demoSettings({ repository, folder }),
      prepare: fixAlready,
    });
    await world.openPanel();
  });
  after(() => world?.close());

  it('stops and names the recorded and the real exit code', async () => {
    const { panel } = world;
    await panel.send('Fix the failing test');
    const card = await panel.waitForCard('bash npm test', 'asking');
    await card.getByRole('button', { name: 'Allow once' }).click();
    const text = await panel.notice('Replay stopped');
    assert.match(text, /`?npm test`? was recorded with exit code 1 but ended with 0/);
    await panel.idle();
    assert.equal(await panel.cards().count(), 1);
    assert.deepEqual(
      (await readAudit(world)).map(({ tool, exit_code }) => [tool, exit_code]),
      [['core__bash', 0]],
    );
  });
});

/** @param {string} folder */
async function fixAlready(folder) {
  const file = path.join(folder, 'src/cart.js');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('line.price, 0)', 'line.price * line.quantity, 0)'));
}
