// @ts-check
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { panelFrame, runCommand } from '../harness/workbench-actions.mjs';
import { screenshot } from './support/screenshots.mjs';
import { reportPage, reportText } from './support/report-page.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const dropped = 'Compiling crate-200 v1.0.200';
const kept = 'src/cart.rs:7:9';

/** Prints what Cargo prints, with warnings that no filter may drop. */
const cargo = `#!/bin/sh
i=1
while [ $i -le 400 ]; do echo "   Compiling crate-$i v1.0.$i"; i=$((i+1)); done
i=1
while [ $i -le 9 ]; do
  echo "warning: unused variable: \\\`tax_$i\\\`, which was kept for the bill of the evening"
  echo "  --> src/cart.rs:7:$i"
  i=$((i+1))
done
echo '    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in 12.31s'
`;

describe('Output filters', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @type {string} */
  let programs;

  before(async () => {
    programs = await mkdtemp(path.join(tmpdir(), 'gatehouse-programs-'));
    await mkdir(path.join(programs, 'bin'));
    await writeFile(path.join(programs, 'bin/cargo'), cargo, { mode: 0o755 });
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    await rm(programs, { recursive: true, force: true });
  });

  /** @param {string} message @param {string} answer */
  const build = async (message, answer) => {
    const { panel } = world;
    const command = `cd . && ${programs}/bin/cargo build 2>&1`;
    world.llm.push({ calls: [{ name: 'core__bash', args: { command } }] }, { text: answer });
    await panel.send(message);
    const asking = await panel.waitForCard('bash cd', 'asking');
    await asking.getByRole('button', { name: 'Allow once' }).click();
    await panel.answer(answer);
    await panel.idle();
  };

  const told = () => world.llm.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
  const stats = () =>
    world.panel
      .cards()
      .first()
      .getByText(/^Shortened for the model: /);

  const showRaw = async () => {
    const card = world.panel.cards().first();
    const head = card.locator('.card-head');
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    await card.getByRole('button', { name: 'Show raw' }).click();
    return card.getByLabel('Raw output').innerText();
  };

  it('003-filters-1: the model reads the shortened output, and the card shows how much was left out', async () => {
    await build('Build it', 'It builds.');
    const text = await stats().innerText();
    const [, from = '', to = ''] = /: (\d+) → (\d+) lines$/.exec(text) ?? [];
    assert.equal(from, '419');
    assert.ok(Number(to) > 0 && Number(to) < 419, text);
    assert.equal(told().includes(dropped), false, told());
    for (const line of ['src/cart.rs:7:1', kept, 'Finished `dev` profile', 'overflow:']) {
      assert.ok(told().includes(line), `${line} is missing in\n${told()}`);
    }
  });

  it('"Show raw" shows what was left out, "Show filtered" what the model read', async () => {
    const raw = await showRaw();
    assert.ok(raw.includes(dropped));
    await screenshot(world, 'filters-raw');
    assert.equal(raw.split('\n').filter((line) => line.includes('Compiling')).length, 400);
    const card = world.panel.cards().first();
    await card.getByRole('button', { name: 'Show filtered' }).click();
    const read = await card.getByLabel('What the model read').innerText();
    assert.equal(read.includes(dropped), false);
    assert.ok(read.includes(kept));
    await screenshot(world, 'filters-filtered');
  });

  it('the same output again is a reference, which leads to the first card', async () => {
    const { panel } = world;
    await build('Build it again', 'It still builds.');
    assert.match(told(), /^\[Same output as call /);
    await panel
      .cards()
      .last()
      .getByRole('button', { name: 'Same output as an earlier call' })
      .click();
    const first = panel.cards().first().locator('.card-head');
    await until('the first card to have the focus', () =>
      first.evaluate((head) => head === document.activeElement),
    );
  });

  it('/status shows what was saved', async () => {
    await world.panel.submit('/status');
    const page = await reportPage(world.page, 'Status');
    const [counters] = /Outputs: .{80}/.exec(await reportText(page)) ?? [];
    assert.match(
      counters ?? '',
      /: 2 shortened, 0 shortened with less confidence, 0 unchanged \([\d.]+ KB → [\d.]+ KB\)/,
    );
  });

  it('a window that is loaded again shows the line, and the raw output from the store', async () => {
    const { page, panel } = world;
    const before = await stats().innerText();
    await page.goto(page.url());
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await runCommand(page, 'Gatehouse: Open Chat');
    await panelFrame(page, 60_000);
    await panel.answer('It builds.');
    assert.equal(await stats().innerText(), before);
    assert.ok((await showRaw()).includes(dropped));
  });
});
