// @ts-check
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { auditPage } from './support/audit-page.mjs';
import { moveLogTo, writeLongLog } from './support/long-audit-log.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

const count = 100_000;
/** Every so many calls one was denied. */
const deniedEvery = 1000;
const tampered = 40_000;

describe('An audit log of 100,000 calls', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {string} */
  let folder;
  /** @type {string} */
  let file;
  /** @type {import('playwright-core').Frame} */
  let page;

  before(async () => {
    const log = writeLongLog(count, (number) =>
      number % deniedEvery === deniedEvery / 2
        ? { tool: 'core__write', result: 'denied', call: { path: `src/${number}.ts` } }
        : {},
    );
    [folder, world] = await Promise.all([log, openWorld()]);
    file = await moveLogTo(world, folder);
    await world.runCommand('Gatehouse: Open Audit Log');
    page = await auditPage(world.page);
    await status(/^Rows 1–100, newest first$/);
  });
  after(async () => {
    await world?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /**
   * @param {RegExp} text what the page says of the rows in sight
   * @param {number} [timeout] milliseconds
   */
  const status = (text, timeout) => {
    const says = async () => text.test((await page.locator('#status').innerText()).trim());
    return until(`the rows ${text}`, says, timeout);
  };

  const rows = () => page.locator('tbody tr.entry');

  const calls = async () => {
    const shown = await rows().locator('td.call').allInnerTexts();
    assert.ok(shown.length <= 200, `${shown.length} rows are in the page`);
    return shown;
  };

  /** @param {import('playwright-core').Locator} row */
  const idOf = async (row) => {
    await row.getByRole('button', { name: /^All fields/ }).click();
    const id = page.locator('tr.details dt:text-is("tool_call_id") + dd');
    const text = await id.innerText();
    await row.getByRole('button', { name: /^All fields/ }).click();
    return text;
  };

  /** @param {string} text a part of its title; the text of the editor in sight */
  const report = (text) =>
    until(`a report that says ${text}`, async () => {
      const lines = world.page.locator('.editor-instance .view-lines');
      const shown = (await lines.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
      return shown.includes(text) && shown;
    });

  it('shows the newest rows, and turns pages with the keyboard', async () => {
    assert.equal((await calls())[0], `echo ${count}`);
    await page.getByRole('button', { name: 'Next' }).click();
    await status(/^Rows 101–200, /);
    assert.equal((await calls())[0], `echo ${count - 100}`);
    await page.getByRole('button', { name: 'Previous' }).click();
    await status(/^Rows 1–100, /);
  });

  it('reaches row 100,000 by the last page, and finds its id', async () => {
    await page.getByRole('button', { name: 'Last' }).click();
    await status(/^The last 100 rows, newest first$/);
    assert.equal((await calls()).at(-1), 'echo 1');
    assert.equal(await idOf(rows().last()), 'call_1');
    await page.locator('select[name=order]').selectOption('oldest');
    await status(/^Rows 1–100, oldest first$/);
    await page.getByRole('button', { name: 'Last' }).click();
    await status(/^The last 100 rows, oldest first$/);
    assert.equal((await calls()).at(-1), `echo ${count}`);
    assert.equal(await idOf(rows().last()), `call_${count}`);
    await page.locator('select[name=order]').selectOption('newest');
    await status(/^Rows 1–100, newest first$/);
  });

  it('reaches row 100,000 by its text, while the caret stays in the field', async () => {
    const field = page.getByRole('searchbox');
    await field.click();
    await world.page.keyboard.type(`CALL_${count}`);
    // Every entry is looked through.
    await status(/^1 row that matches the filter, newest first$/, 60_000);
    assert.equal(await idOf(rows().first()), `call_${count}`);
    await field.fill('');
    await status(/^Rows 1–100, /);
    assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  });

  it('filters by tool, result and time', async () => {
    await page.locator('select[name=tool]').selectOption('core__write');
    await status(/^100 rows that match/);
    assert.equal((await calls())[0], 'src/99500.ts');
    await page.getByRole('searchbox').fill('no such text');
    await page.getByText('No rows match the filter.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Reset filters' }).click();
    await status(/^Rows 1–100, /);
    await page.getByRole('button', { name: 'Not allowed' }).click();
    await status(/^100 rows that match/);
    assert.equal(await idOf(rows().last()), 'call_500');
    await page.getByRole('button', { name: 'Completed' }).click();
    await page.locator('select[name=time]').selectOption('hour');
    await status(/^Rows 1–100 that match/);
    await page.getByRole('button', { name: 'Last' }).click();
    await status(/^The last 100 rows that match/);
    const oldest = await rows().last().locator('time').getAttribute('datetime');
    assert.ok(Date.parse(oldest ?? '') > Date.now() - 3_700_000, `${oldest}`);
    await page.locator('header').getByRole('button', { name: 'Reset filters' }).click();
    await status(/^Rows 1–100, /);
  });

  it('exports every row that matches, as CSV', async () => {
    const target = path.join(world.folder, 'audit.csv');
    await page.locator('select[name=tool]').selectOption('core__write');
    await page.getByRole('searchbox').fill('src/5');
    await status(/^12 rows that match/);
    await page.getByRole('button', { name: 'Export…' }).click();
    const input = world.page.locator('.quick-input-widget .quick-input-box input');
    const proposed = path.join(world.folder, 'gatehouse-audit.jsonl');
    const isProposed = async () => (await input.inputValue({ timeout: 1000 })) === proposed;
    await until('a dialog that proposes a name', () => isProposed().catch(() => false));
    await input.fill(target);
    await input.press('Enter');
    await world.acceptNotification('Open File', /exported 12 rows to audit\.csv/);
    const lines = (await readFile(target, 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, 13);
    assert.match(lines[0] ?? '', /^ts,session,tool_call_id,tool,call,/);
    assert.match(lines[1] ?? '', /"call_59500"/);
  });

  it('reports entries that no seal covers, and finds a changed line', async () => {
    await world.runCommand('Gatehouse: Verify Audit Log');
    const whole = await report('100,000 entries');
    // The test wrote them without the key.
    assert.match(whole, /Unproven after a crash: audit\.jsonl/);
    assert.doesNotMatch(whole, /Altered/);
    const lines = (await readFile(file, 'utf8')).split('\n');
    // A note that seals are late comes before it.
    const at = lines.findIndex((line) => line.includes(`echo ${tampered}`));
    lines[at] = (lines[at] ?? '').replace('echo 40000', 'echo 4000');
    await writeFile(file, lines.join('\n'));
    await world.runCommand('Gatehouse: Verify Audit Log');
    const found = await report('does NOT match what was written');
    assert.ok(
      found.includes(`Altered line: audit.jsonl, line ${(at + 1).toLocaleString('en-US')}`),
    );
  });
});
