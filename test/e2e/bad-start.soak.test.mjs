// @ts-check
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { auditPage } from './support/audit-page.mjs';
import { readAudit } from './support/audit.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

const garbage = 'this is no database\n'.repeat(300);

describe('A setting of the wrong type and a database that does not open', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {string} */
  let storage;
  before(async () => {
    world = await openWorld({ settings: { 'gatehouse.shell.timeout': 'soon' } });
    storage = await spoilDatabase(world.userDataDir);
    await world.openPanel();
  });
  after(() => world?.close());

  it('names the setting and what is used instead', async () => {
    const toast = world.page
      .locator('.notification-list-item')
      .filter({ hasText: 'gatehouse.shell.timeout' });
    await toast.first().waitFor();
    assert.equal(await toast.count(), 1);
  });

  it('still runs commands', async () => {
    const { panel } = world;
    await panel.send('!echo still works');
    await panel.waitForCard('bash echo still works', 'completed');
    await panel.idle();
    assert.deepEqual(
      (await readAudit(world)).map(({ tool, result }) => [tool, result]),
      [['core__bash', 'success']],
    );
  });

  it('shows the audit log from the journal', async () => {
    await world.runCommand('Gatehouse: Open Audit Log');
    const page = await auditPage(world.page);
    await page.getByRole('cell', { name: 'echo still works' }).waitFor();
  });

  it('moves the database aside unchanged, and reports it', async () => {
    const aside = await until('the database set aside', async () => {
      const names = await readdir(storage);
      return names.find((name) => name !== 'gatehouse.db' && name.startsWith('gatehouse.db'));
    });
    assert.equal(await readFile(path.join(storage, aside), 'utf8'), garbage);
    const toast = world.page.locator('.notification-list-item').filter({ hasText: aside });
    await toast.first().waitFor();
  });
});

/**
 * Writes what is no database where Gatehouse will look for one. It opens none before its first use.
 *
 * @param {string} userDataDir
 */
async function spoilDatabase(userDataDir) {
  const all = path.join(userDataDir, 'User', 'workspaceStorage');
  const [workspace] = await until('the storage of the workspace', async () => {
    const names = await readdir(all).catch(() => []);
    return names.length > 0 && names;
  });
  const storage = path.join(all, workspace ?? '', 'gatehouse.gatehouse');
  await mkdir(storage, { recursive: true });
  await writeFile(path.join(storage, 'gatehouse.db'), garbage);
  return storage;
}
