// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';

const code = 'export const rate = 0.19;\n';
const answer = `Here it is:\n\n\`\`\`js src/rate.js\n${code}\`\`\`\n`;

describe('Applying code of an answer to a file', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  /** @param {string} file a row of the picker */
  async function apply(file) {
    const { page, panel } = world;
    await panel.root.getByRole('button', { name: 'Apply to file…' }).last().click();
    const picker = page.locator('.quick-input-widget');
    await picker.locator('input').first().fill(file);
    await picker.locator('.quick-input-list').getByText(file, { exact: true }).first().click();
  }

  it('colors the code, and offers the file that the answer names', async () => {
    world.llm.push({ text: answer });
    await world.panel.send('Write the rate');
    await world.panel.root.locator('.code-block .code-keyword').first().waitFor();
    await apply('src/rate.js');
  });

  it('asks with the change before it is made, and records a call of the user', async () => {
    const { panel } = world;
    const card = await panel.waitForCard('write src/rate.js', 'asking');
    assert.equal(existsSync(world.file('src/rate.js')), false);
    await card
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click();
    await panel.waitForCard('write src/rate.js', 'completed');
    await panel.idle();
    assert.equal(await readFile(world.file('src/rate.js'), 'utf8'), code);
    const row = (await readAudit(world)).at(-1);
    assert.deepEqual([row?.tool, row?.origin, row?.approved_by], ['core__write', 'user', 'user']);
  });

  it('replaces an existing file after it was read', async () => {
    const { panel } = world;
    await apply('src/cart.js');
    const card = await panel.waitForCard('write src/cart.js', 'asking');
    await card
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click();
    await panel.waitForCard('write src/cart.js', 'completed');
    await panel.idle();
    assert.equal(await readFile(world.file('src/cart.js'), 'utf8'), code);
  });
});
