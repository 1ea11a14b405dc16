// @ts-check
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { panelFrame, runCommand } from '../harness/workbench-actions.mjs';
import { auditPage } from './support/audit-page.mjs';
import { findStorage } from './support/audit.mjs';
import { filesHolding } from './support/files.mjs';
import { killExtensionHost } from './support/kill-extension-host.mjs';
import { keptByWorkbench } from './support/kept-state.mjs';
import { createPanel } from './support/panel.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

/** Only the file that a tool reads, and so its output, holds this word. */
const inOutput = 'quagga';
const inAnswer = 'thylacine';
const draft = 'and what did\nit eat?';
/** In which the windows have looked three times what the others ask of them, and waited for VS Code. */
const deletionMs = 60_000;
/** Further windows take long: `npm test` opens none. */
const inSoak = process.env['GATEHOUSE_SOAK'] === '1';

describe('All chats', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @type {string} */
  let address;
  /** @type {string} */
  let storage;

  before(async () => {
    world = await openScriptedWorld({
      // Behind what the audit log keeps of a result.
      prepare: (folder) =>
        writeFile(path.join(folder, 'animals.txt'), `${'and '.repeat(200)}the ${inOutput}.\n`),
    });
    address = world.page.url();
    await world.openPanel();
    await ask('Which animal is it?', `It was a ${inAnswer}.`, 'animals.txt');
    storage = await until('the storage', () => findStorage(world));
    await world.panel.newChat();
    await ask('How is the weather?', 'Dry.');
    await world.panel.input.fill(draft);
  });
  after(() => world?.close());

  /**
   * @param {string} message
   * @param {string} answer
   * @param {string} [file] read first
   */
  const ask = async (message, answer, file, panel = world.panel) => {
    if (file !== undefined) {
      world.llm.push({ calls: [{ name: 'core__read', args: { path: file } }] });
    }
    world.llm.push({ text: answer });
    await panel.send(message);
    await panel.answer(answer);
    await panel.idle();
  };

  const opened = async (url = address, page = world.page) => {
    await page.goto(url);
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await runCommand(page, 'Gatehouse: Open Chat');
    await panelFrame(page, 60_000);
  };

  const title = (panel = world.panel) => panel.root.locator('.header .chat-title').innerText();
  const rows = (panel = world.panel) => panel.root.locator('.history-row');
  /** @param {string} text */
  const row = (text, panel = world.panel) => rows(panel).filter({ hasText: text });

  /** @param {string} text what the one row says */
  const list = async (text, panel = world.panel) => {
    await panel.root.getByRole('button', { name: 'All chats' }).click();
    await row(text, panel).first().waitFor();
  };

  /** @param {string} text */
  const open = async (text, panel = world.panel) => {
    await list(text, panel);
    await row(text, panel).first().locator('.history-open').click();
    await rows(panel).first().waitFor({ state: 'detached' });
  };

  it('come back when the window is loaded again, with the draft of the active one', async () => {
    const { panel } = world;
    const before = await panel.transcript();
    await keptByWorkbench(world.page, 'and what did');
    await opened();
    await panel.answer('Dry.');
    assert.deepEqual(await panel.transcript(), before);
    assert.equal(await panel.input.inputValue(), draft);
    assert.equal(await title(), 'How is the weather?');
    await list('How is the weather?');
    const shown = await rows().locator('.history-title').allInnerTexts();
    assert.deepEqual(shown, ['How is the weather?', 'Which animal is it?']);
  });

  it('are found by a word of an answer, and of what a tool has read', async () => {
    const search = world.panel.root.getByRole('searchbox');
    for (const word of [inAnswer, inOutput.toUpperCase()]) {
      await search.fill(word);
      await until(`the chat with ${word}`, async () => {
        const marked = (await rows().locator('mark').allInnerTexts()).join();
        return marked.toLowerCase() === word.toLowerCase();
      });
      assert.match(await rows().innerText(), /^Which animal is it\?/);
    }
    await search.fill('dodo');
    await world.panel.root.getByText('No chat contains “dodo”.').waitFor();
    await world.panel.root.getByRole('button', { name: 'Clear search' }).first().click();
    await row('How is the weather?').waitFor();
  });

  it('are renamed in the list', async () => {
    const { panel } = world;
    await row('Which animal is it?').locator('.history-open').press('F2');
    const name = panel.root.getByRole('textbox', { name: 'New name' });
    await name.fill('A lost animal');
    await name.press('Enter');
    await row('A lost animal').waitFor();
    await row('A lost animal').locator('.history-open').click();
    await panel.answer(inAnswer);
    assert.equal(await title(), 'A lost animal');
  });

  it('are exported as Markdown', async () => {
    await world.runCommand('Gatehouse: Export Chat as Markdown…');
    const target = path.join(world.folder, 'chat-A-lost-animal.md');
    const input = world.page.locator('.quick-input-widget .quick-input-box input');
    const isProposed = async () => (await input.inputValue({ timeout: 1000 })) === target;
    await until('a dialog that proposes a name', () => isProposed().catch(() => false));
    await input.press('Enter');
    const text = await until('the file', () => readFile(target, 'utf8').catch(() => ''));
    assert.match(text, /^# A lost animal\n\n- Started: /);
    const parts = [
      '## You\n\nWhich animal',
      '### read: ',
      `the ${inOutput}.`,
      '## Agent\n\nIt was',
    ];
    const places = parts.map((part) => text.indexOf(part));
    assert.ok(!places.includes(-1), text);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    await world.page.getByRole('tab', { name: /chat-A-lost-animal/ }).waitFor();
    await world.runCommand('View: Close All Editors');
  });

  if (inSoak) {
    it('of another workspace are copied to this one, and continue', async () => {
      const { panel, root } = world;
      const other = path.join(root, 'other');
      await mkdir(other);
      const url = new URL(address);
      url.searchParams.set('folder', other);
      await opened(url.href);
      await list('in demo');
      await row('A lost animal').locator('.history-open').click();
      await panel.notice('Copied from demo. Files must be read again');
      await ask('Is it still there?', 'No.');
      const { messages = [] } = world.llm.requests.at(-1)?.body ?? {};
      assert.ok(JSON.stringify(messages).includes(inAnswer), 'the model knows what was said');
      assert.deepEqual(
        world.llm.requests.flatMap(({ problem }) => problem ?? []),
        [],
      );
      await opened();
      await panel.answer(inAnswer);
    });

    it('of two windows are listed in both; each continues in its own until that window has closed', async () => {
      const page = await world.browser.newPage({ viewport: { width: 1000, height: 800 } });
      await opened(address, page);
      const second = createPanel(page);
      await ask('Asked in the second', 'Answered there.', undefined, second);
      await open('A lost animal', second);
      await second.notice('This chat is open in another window');
      assert.equal((await second.answers.allInnerTexts()).length, 1);
      await open('Asked in the second');
      await world.panel.notice('This chat is open in another window');
      await killExtensionHost(world);
      await page.close();
      await world.panel.root.getByRole('button', { name: 'Retry' }).click();
      await world.panel.answer('Answered there.');
      await until('the chat is ours', async () => (await world.panel.notices.count()) === 0);
      await ask('And here?', 'Here too.');
    });
  }

  it('are reached from the audit log, closed ones too', async () => {
    const { panel } = world;
    await open('A lost animal');
    await panel.answer(inAnswer);
    await world.runCommand('Gatehouse: Close Chat');
    await until('another chat', async () => (await title()) !== 'A lost animal');
    await showCard();
    const card = await panel.waitForCard('read animals.txt', 'completed');
    await until('the card in sight', () => card.isVisible());
    assert.equal(await title(), 'A lost animal');
  });

  it('are deleted with their whole text; the entry in the audit log stays', async () => {
    // Hosts of earlier pages still have the storage open: the server keeps them.
    await world.runCommand('Gatehouse: Delete Chat…');
    const asked = await world.answerDialog('Delete');
    assert.match(asked, /Delete the chat “A lost animal”\?[\s\S]*The audit log is kept/);
    await until(
      'no file with a word of it',
      async () => {
        const holding = [inAnswer, inOutput].map((word) => filesHolding(storage, word));
        return (await Promise.all(holding)).flat().length === 0;
      },
      deletionMs,
    );
    await list('How is the weather?');
    const left = await row('A lost animal').locator('.history-facts').allInnerTexts();
    assert.equal(
      left.length,
      inSoak ? 1 : 0,
      'the copy in the other workspace is a chat of its own',
    );
    if (inSoak) assert.match(left.join(), /in other/);
    await showCard();
    const told = world.page.locator('.notification-list-item', { hasText: 'was deleted' });
    await told.first().waitFor();
  });

  /** Of the only call, from its row. */
  const showCard = async () => {
    await world.runCommand('Gatehouse: Open Audit Log');
    const page = await auditPage(world.page);
    await page.getByRole('button', { name: 'Show card of read' }).first().click();
  };
});
