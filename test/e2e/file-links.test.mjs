// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';

describe('Files with line numbers', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  it('in an answer open the file there, and only files of the workspace are links', async () => {
    const { page, panel } = world;
    const outside =
      '/etc/hosts:1, ../outside.js:2, src/none.js:3 and https://a.invalid/src/cart.js:4';
    world.llm.push({
      text: `See \`src/cart.js:3:5\` and ${world.file('test/cart.test.js')}:2. Not ${outside}.`,
    });
    await panel.send('Where?');
    await panel.idle();
    const links = panel.answers.last().locator('.file-link');
    await links.first().waitFor();
    assert.deepEqual(await links.allTextContents(), [
      'src/cart.js:3:5',
      `${world.file('test/cart.test.js')}:2`,
    ]);
    await links.first().click();
    await page.getByRole('tab', { name: 'cart.js' }).waitFor();
    await page.locator('.statusbar').getByText('Ln 3, Col 5').waitFor();
    await links.last().click();
    await page.getByRole('tab', { name: 'cart.test.js' }).waitFor();
    await page.locator('.statusbar').getByText('Ln 2, Col 1').waitFor();
  });
});
