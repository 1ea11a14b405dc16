// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { openWorld } from './support/world.mjs';

describe('Calls typed by the user, with no model chosen', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld({
      prepare: (folder) => writeFile(path.join(folder, 'notes.txt'), 'a\n// TODO: weigh apples\n'),
    });
    await world.openPanel();
  });
  after(() => world?.close());

  it('!command runs at once and shows its output', async () => {
    const { panel } = world;
    await panel.send('!node --version');
    const card = await panel.waitForCard('bash node --version', 'completed');
    await card.getByRole('button', { name: /node --version/ }).click();
    await card.getByText('typed by you').waitFor();
    const version = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim();
    await card.getByLabel('Result').filter({ hasText: version }).waitFor();
    await panel.idle();
  });

  it('/tool runs any tool by its name', async () => {
    const { panel } = world;
    await panel.send('/tool grep {"pattern":"TODO"}');
    const card = await panel.waitForCard('grep TODO', 'completed');
    await card.getByRole('button', { name: /grep/ }).first().click();
    await card
      .getByLabel('Result')
      .filter({ hasText: /notes\.txt.*2.*weigh apples/s })
      .waitFor();
    await panel.idle();
  });

  it('an unknown tool is one failed card that lists the tools', async () => {
    const { panel } = world;
    await panel.send('/tool nope {}');
    const card = await panel.waitForCard('nope', 'failed');
    const said = await card.innerText();
    assert.match(said, /nope/);
    assert.match(said, /There is no tool named "nope"/);
    await panel.idle();
  });

  it('arguments that are not JSON fail with the expected form', async () => {
    const { panel } = world;
    const cards = await panel.cards().count();
    await panel.send('/tool grep {bad');
    const said = await panel.notice('are not one JSON object');
    assert.match(said, /\/tool grep \{"pattern":"TODO"\}/);
    await panel.idle();
    assert.equal(await panel.cards().count(), cards);
  });

  it('a message without a model shows that none is chosen and stays in the input', async () => {
    const { panel } = world;
    await panel.submit('Hello?');
    await panel.root.getByText('Choose a model to start chatting.').waitFor();
    assert.equal(await panel.input.inputValue(), 'Hello?');
  });

  it('decision 37: typing a call approves it, also where a rule allows it', async () => {
    const rows = await readAudit(world);
    assert.deepEqual(
      rows.map(({ tool, result, approved_by }) => [tool, result, approved_by]),
      [
        ['core__bash', 'success', 'user-typed'],
        ['core__grep', 'success', 'user-typed'],
        ['nope', 'denied', 'none'],
      ],
    );
  });
});
