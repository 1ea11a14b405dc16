// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { reportPage, reportText } from './support/report-page.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

describe('Views that load on first use', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld({
      settings: {
        'gatehouse.openai.baseUrl': 'http://127.0.0.1:1/v1',
        'gatehouse.openai.models': ['first', 'second'],
      },
    });
    await world.openPanel();
  });
  after(() => world?.close());

  const line = (/** @type {string} */ label) =>
    world.page.locator(`.quick-input-list .monaco-list-row[aria-label^=${JSON.stringify(label)}]`);

  it('the picker of the panel chooses the model', async () => {
    const chip = world.panel.root.getByRole('button', { name: /^Model: / });
    await chip.click();
    await line('second').waitFor();
    // Typed, not clicked: lines move while lists of servers come.
    await world.page.keyboard.type('second');
    await until('the choice of the second model', async () => {
      await world.page.keyboard.press('Enter');
      return (await chip.innerText()).includes('second');
    });
  });

  it('"Run Tool…" asks for the arguments, then runs the call in the chat', async () => {
    await world.runCommand('Gatehouse: Run Tool…');
    const input = world.page.locator('.quick-input-widget .quick-input-box input');
    // What is far down the list is in sight once it is typed.
    await input.fill('list_directory');
    await line('list_directory').click();
    await world.page.getByText('Arguments of list_directory').waitFor();
    await input.fill('{"path":"src"}');
    await input.press('Enter');
    await line('Run it in the chat').click();
    await world.panel.waitForCard('list_directory', 'completed');
    await world.panel.idle();
  });

  it('"Show Status" shows the model and the tools that succeeded', async () => {
    await world.runCommand('Gatehouse: Show Status');
    const page = await reportPage(world.page, 'Status', 'list_directory');
    assert.match(await reportText(page), /Ready .* Model second/);
  });
});
