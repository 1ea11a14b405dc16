// @ts-check
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { repository } from '../harness/install.mjs';
import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { filesHolding } from './support/files.mjs';
import { reportPage, reportText } from './support/report-page.mjs';
import { screenshot } from './support/screenshots.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

const key = `sk-e2e-${'k3y'.repeat(8)}`;
const models = [
  { name: 'qwen3:8b', contextTokens: 40_960, tools: true, reasoning: true },
  { name: 'gemma', contextTokens: 131_072, tools: false, images: true },
];

describe('Models', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {import('../fakes/scripted-llm.d.mts').ScriptedLlm} */
  let llm;
  const picker = () => world.page.locator('.quick-input-widget');
  /** @param {string} label its beginning, as screen readers say it */
  const line = (label) =>
    picker().locator(`.monaco-list-row[aria-label^=${JSON.stringify(label)}]`);
  /**
   * Clicks until it counts: the picker passes over clicks while its lines have just moved.
   *
   * @param {string} label
   * @param {import('playwright-core').Locator} next what is then in sight
   */
  const choose = async (label, next) => {
    // Only lines in sight are there to be clicked; what is typed leaves few.
    const typed = /^[^,…]+/.exec(label)?.[0] ?? '';
    await picker().locator('.quick-input-box input').fill(typed);
    await until(`a choice of ${label}`, async () => {
      if (await next.isVisible()) return true;
      // A click where the mouse already rests is passed over again: the mouse must come from elsewhere.
      await world.page.mouse.move(1, 1);
      // The list may be gone by then, because the click before has counted.
      await line(label)
        .click({ timeout: 1_000 })
        .catch(() => undefined);
      return false;
    });
  };
  /**
   * Waits until every list has come: no line moves any more.
   *
   * @param {import('playwright-core').Locator} ofServer
   */
  const everyList = async (ofServer) => {
    await line('Scripted, gatehouse-test').waitFor();
    await ofServer.waitFor();
  };
  before(async () => {
    llm = await startScriptedLlm({ key, models });
    world = await openWorld({
      alsoExtensions: [path.join(repository, 'test/fixtures/language-model')],
      settings: {
        'gatehouse.openai.baseUrl': llm.baseUrl,
        // Nothing listens there.
        'gatehouse.ollama.baseUrl': 'http://127.0.0.1:9',
      },
    });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    await llm?.close();
  });

  it('are listed first, then where to get more, each with its state', async () => {
    await world.runCommand('Gatehouse: Choose Model…');
    const refused = line('warning  Its models could not be listed');
    await everyList(refused);
    await refused.getByText('requires a key').waitFor();
    await choose('Manage providers…', line('Anthropic, no key'));
    await line('Ollama, not running at 127.0.0.1:9').waitFor();
    await line('Another server, failed: ').waitFor();
    await screenshot(world, 'model-providers');
    await world.page.keyboard.press('Escape');
  });

  it('are listed once a key is stored, without fetching known lists again', async () => {
    await world.runCommand('Gatehouse: Choose Model…');
    await everyList(line('warning  Its models could not be listed'));
    await world.page.keyboard.press('Escape');
    await world.runCommand('Gatehouse: Set API Key…');
    await line('OpenAI-compatible, no key is stored').click();
    const box = picker().locator('.quick-input-box input');
    await picker().getByText('Set API Key: OpenAI-compatible').waitFor();
    assert.equal(await box.getAttribute('type'), 'password');
    await box.fill(key);
    await box.press('Enter');
    await world.page.getByText('The API key is stored').first().waitFor();
    await world.runCommand('Gatehouse: Choose Model…');
    await everyList(line('qwen3:8b, 40k context · tools · reasoning'));
    await line('gemma, 128k context · no tools · images').waitFor();
    await screenshot(world, 'model-picker');
    assert.deepEqual(await filesHolding(world.userDataDir, key), []);
  });

  it('of VS Code are chosen like any other, and answer', async () => {
    const button = world.panel.root.getByText('scripted', { exact: true });
    await choose('Scripted, gatehouse-test', button);
    await world.panel.send('Are you there?');
    await world.panel.answer('ready');
    await world.panel.idle();
  });

  it('are marked when they are chosen', async () => {
    await world.runCommand('Gatehouse: Choose Model…');
    const chosen = line('Scripted, gatehouse-test');
    await chosen.waitFor();
    assert.match((await chosen.getAttribute('aria-label')) ?? '', /current/);
    await world.page.keyboard.press('Escape');
  });

  it('are tested on request', async () => {
    await world.runCommand('Gatehouse: Test Connection');
    await world.page
      .getByText(/VS Code said "ready" after \d+ ms/)
      .first()
      .waitFor();
  });

  it('are in the report of the Doctor, without secrets', async () => {
    await world.runCommand('Gatehouse: Check Setup');
    const page = await reportPage(world.page, 'Check Setup');
    const report = await reportText(page);
    for (const line of [
      /ok shell \//,
      /ok ripgrep/,
      /ok storage can be written/,
      /ok model vscode\/gatehouse-test\/scripted/,
      /ok connection VS Code said "ready"/,
      /ok tools supported by the model/,
      /ok context 50k tokens/,
    ]) {
      assert.match(report, line);
    }
    assert.equal(report.includes(key), false);
    await screenshot(world, 'doctor');
  });

  it('have their key removed again', async () => {
    await world.runCommand('Gatehouse: Remove API Key…');
    await world.page.getByText('The API key was removed: OpenAI-compatible.').first().waitFor();
    await world.runCommand('Gatehouse: Remove API Key…');
    await world.page.getByText('No API key is stored.').first().waitFor();
  });
});
