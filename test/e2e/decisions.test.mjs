// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { processesWith } from './support/files.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const reason = 'Keep the price; change the test data.';
/** No other command line on this machine holds it. */
const longSleep = `sleep 60.${process.pid}271828`;

describe('Denying and stopping', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  it('a denial changes nothing and its reason reaches the model', async () => {
    const { panel } = world;
    const before = await readFile(world.file('src/cart.js'), 'utf8');
    const args = { path: 'src/cart.js', old_string: 'line.price, 0)', new_string: '0, 0)' };
    world.llm.push(
      { calls: [{ name: 'core__read', args: { path: 'src/cart.js' } }] },
      { calls: [{ name: 'core__edit', args }] },
      { text: 'Then I leave it.' },
    );
    await panel.send('Change the price');
    const card = await panel.waitForCard('edit src/cart.js', 'asking');
    await card.getByRole('button', { name: 'Deny with a reason' }).click();
    await card.getByRole('textbox', { name: 'Reason for denying' }).fill(reason);
    await card.getByRole('textbox', { name: 'Reason for denying' }).press('Enter');
    const denied = await panel.waitForCard('edit src/cart.js', 'failed');
    await denied.getByText('Denied by you', { exact: true }).waitFor();
    await panel.answer('Then I leave it.');
    await panel.idle();
    const told = world.llm.requests.at(-1)?.body.messages.at(-1);
    assert.equal(told?.role, 'tool');
    assert.equal(told.content?.includes(reason), true);
    assert.equal(await readFile(world.file('src/cart.js'), 'utf8'), before);
    const row = (await readAudit(world)).at(-1);
    assert.deepEqual([row?.tool, row?.result, row?.denied_by], ['core__edit', 'denied', 'user']);
  });

  it('the notification and the review of the status bar answer, too', async () => {
    const { panel, page } = world;
    for (const name of ['one', 'two']) {
      world.llm.push({ calls: [{ name: 'core__bash', args: { command: `touch ${name}.txt` } }] });
    }
    world.llm.push({ text: 'Both are there.' });
    await panel.send('Make two files');
    await world.acceptNotification('Allow once', /wants to run touch one/);
    await panel.waitForCard('bash touch one', 'completed');
    await panel.waitForCard('bash touch two', 'asking');
    await page.getByRole('button', { name: 'Gatehouse: 1 pending approval' }).click();
    const list = page.locator('.quick-input-list');
    await list.getByText('run touch two').click();
    await list.getByText('Allow once', { exact: true }).click();
    await panel.waitForCard('bash touch two', 'completed');
    await panel.answer('Both are there.');
    await panel.idle();
  });

  it('Stop ends the whole process group of a running command', async () => {
    const { panel } = world;
    const command = `${longSleep} & ${longSleep}`;
    world.llm.push({ calls: [{ name: 'core__bash', args: { command } }] });
    await panel.send('Wait a minute');
    const card = await panel.waitForCard('bash sleep', 'asking');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await until('both sleeps', async () => (await processesWith(`^${longSleep}`)).length === 2);
    await panel.root.getByRole('button', { name: 'Stop', exact: true }).click();
    await panel.waitForCard('bash sleep', 'cancelled');
    await until('no sleep', async () => (await processesWith(longSleep)).length === 0);
    await panel.notice('Stopped.');
    await panel.idle();
    const row = (await readAudit(world)).at(-1);
    assert.deepEqual([row?.tool, row?.result], ['core__bash', 'cancelled']);
  });

  it('after a stop the next message works, with every call answered once', async () => {
    const { panel } = world;
    world.llm.push({ text: 'Still here.' });
    await panel.send('Are you there?');
    await panel.answer('Still here.');
    await panel.idle();
    const request = world.llm.requests.at(-1);
    assert.equal(request?.problem, undefined);
    const roles = request?.body.messages.slice(-4).map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'tool', 'user']);
  });
});
