// @ts-check
/** Checks of the list of all chats. */
import assert from 'node:assert/strict';

import { hostileHistoryScene } from './hostile.mjs';
import { chat, historyScenes, history, listState, manyChats } from './history-scene.mjs';
import { card, state, user } from './items.mjs';
import { announced, drawn, eventually, focusName, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const historyChecks = [];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  historyChecks.push([name, check]);
}

const three = ['Apple', 'Banana', 'Cherry'].map((title) => chat(title, { title }));

/** @param {Preview} preview @param {object | null} list */
function setHistory(preview, list) {
  return patch(preview, { op: 'state', state: { history: list } });
}

/** @param {Preview} preview @param {readonly object[]} items */
async function showList(preview, items, more = {}) {
  await show(preview, { state: listState(items, more), items: [] });
  await eventually(async () => assert.equal(await focusName(preview), 'Search all chats'));
}

/** @param {Preview} preview @param {string | RegExp} name */
function focused(preview, name) {
  return eventually(async () => assert.match((await focusName(preview)) ?? '', new RegExp(name)));
}

check('decision inert-text: hostile chats are inert in every field', async (preview) => {
  const { page, requests, problems } = preview;
  await show(preview, hostileHistoryScene);
  await page.locator('.history-row').first().hover();
  const made = await page.evaluate(
    () =>
      document.querySelectorAll(
        '.history :is(img, svg, script, iframe, form, math, object, a, [onerror], [onload], [id])',
      ).length,
  );
  assert.equal(made, 0, 'elements that no chat may become');
  assert.ok((await page.locator('mark').count()) > 0);
  assert.doesNotMatch(await page.locator('.history-list').innerText(), /\u202e/);
  assert.equal(await page.evaluate(() => Reflect.get(window, 'hacked')), undefined);
  assert.deepEqual([requests, problems], [[], []]);
});

/** @param {Preview} preview */
function rows({ page }) {
  return page.getByRole('grid', { name: 'Chats' }).getByRole('row');
}

check('the list opens with its button and from the chat switcher', async (preview) => {
  const { page } = preview;
  await show(preview, { state: state(), items: [] });
  await page.getByRole('button', { name: 'All chats' }).click();
  assert.deepEqual(await lastPosted(preview, 'openHistory'), { type: 'openHistory' });
  await page.locator('.chat-current').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.equal((await preview.posted()).filter(({ type }) => type === 'openHistory').length, 2);
  assert.equal(await focusName(preview).then((name) => name?.startsWith('Chat:')), true);
});

check('closing the list returns the focus and leaves the draft unchanged', async (preview) => {
  const { page } = preview;
  await show(preview, { state: state({ draft: 'half a thought' }), items: [] });
  await page.getByRole('button', { name: 'All chats' }).focus();
  await setHistory(preview, history(three));
  await focused(preview, '^Search all chats$');
  await page.keyboard.press('Escape');
  assert.deepEqual(await lastPosted(preview, 'closeHistory'), { type: 'closeHistory' });
  assert.equal(await lastPosted(preview, 'stop'), undefined, 'Escape closes, and stops nothing');
  await setHistory(preview, null);
  await focused(preview, '^All chats$');
  assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), 'half a thought');
});

check('the content under the list cannot be reached', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  for (let at = 0; at < 12; at += 1) {
    await page.keyboard.press('Tab');
    const isBeneath = await page.evaluate(() => document.activeElement?.closest('.chat') !== null);
    assert.equal(isBeneath && (await focusName(preview)) !== undefined, false);
  }
});

check('keys move in the list, and typing continues in the search', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  await page.keyboard.press('ArrowDown');
  await focused(preview, '^Apple');
  await page.keyboard.press('End');
  await focused(preview, '^Cherry');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await focused(preview, '^Rename Banana$');
  await page.keyboard.press('ArrowDown');
  await focused(preview, '^Rename Cherry$');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await focused(preview, '^Apple');
  assert.equal(await page.locator('[role="grid"] [tabindex="0"]').count(), 1, 'one stop of Tab');
  await page.keyboard.press('ArrowUp');
  await focused(preview, '^Search all chats$');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await focused(preview, '^Search all chats$');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'x');
});

check('Enter opens a chat and then focuses the input', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.deepEqual(await lastPosted(preview, 'openStored'), {
    type: 'openStored',
    historyId: 'Banana',
  });
  await setHistory(preview, null);
  await focused(preview, '^Message$');
});

check('a search starts when the user pauses, and highlights the matches', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  await page.getByRole('searchbox').fill(' npm (test');
  await eventually(async () =>
    assert.equal((await lastPosted(preview, 'searchHistory'))?.query, 'npm (test'),
  );
  assert.equal((await preview.posted()).filter(({ type }) => type === 'searchHistory').length, 1);
  const found = chat('f', { title: 'Run NPM', excerpt: '…and <b>npm</b> (test) failed…' });
  await setHistory(preview, history([found], { query: 'npm (test' }));
  assert.deepEqual(await page.locator('mark').allTextContents(), ['NPM', 'npm', '(test']);
  await announced(preview, '1 chat.');
  await setHistory(preview, history([], { query: 'npm (test' }));
  await page.getByText('No chat contains “npm (test”.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  assert.equal((await lastPosted(preview, 'searchHistory'))?.query, '');
  await focused(preview, '^Search all chats$');
});

check('a chat is renamed in place; a blank name is rejected', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  const input = page.getByRole('textbox', { name: 'New name' });
  await input.fill('  ');
  await input.press('Enter');
  await page.getByText('A chat must have a name.').waitFor();
  assert.equal(await lastPosted(preview, 'renameStored'), undefined);
  await input.fill(' Apricot ');
  await input.press('Enter');
  assert.deepEqual(await lastPosted(preview, 'renameStored'), {
    type: 'renameStored',
    historyId: 'Apple',
    title: 'Apricot',
  });
  await setHistory(preview, history([chat('Apple', { title: 'Apricot' }), ...three.slice(1)]));
  await announced(preview, 'Renamed: Apricot');
  await focused(preview, '^Apricot');
});

check('Escape cancels a rename and leaves the list open', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.keyboard.type('Other');
  await page.keyboard.press('Escape');
  await focused(preview, '^Apple');
  assert.equal(await lastPosted(preview, 'renameStored'), undefined);
  assert.equal(await lastPosted(preview, 'closeHistory'), undefined);
});

check(
  'after a deletion the focus moves to the next chat, finally to the search',
  async (preview) => {
    const { page } = preview;
    await showList(preview, three);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    assert.deepEqual(await lastPosted(preview, 'deleteStored'), {
      type: 'deleteStored',
      historyId: 'Banana',
    });
    await setHistory(preview, history([...three.slice(0, 1), ...three.slice(2)]));
    await focused(preview, '^Cherry');
    await announced(preview, 'Deleted: Banana');
    await setHistory(preview, history(three.slice(0, 1)));
    await focused(preview, '^Apple');
    await setHistory(preview, history([], { state: 'loading' }));
    await setHistory(preview, history([]));
    await focused(preview, '^Search all chats$');
    await page.locator('.history-empty').getByText('No chats yet').waitFor();
  },
);

check('a chat is exported and deleted by its buttons', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  await rows(preview).nth(2).hover();
  await page.getByRole('button', { name: 'Export Cherry as Markdown' }).click();
  assert.equal((await lastPosted(preview, 'exportStored'))?.historyId, 'Cherry');
  await page.getByRole('button', { name: 'Delete Cherry' }).click();
  assert.equal((await lastPosted(preview, 'deleteStored'))?.historyId, 'Cherry');
});

check('more chats are requested once near the end, and with a button', async (preview) => {
  const { page } = preview;
  const fifty = manyChats(50);
  await showList(preview, fifty, { hasMore: true });
  await drawn(page);
  assert.equal(await lastPosted(preview, 'moreHistory'), undefined);
  const asked = async () =>
    (await preview.posted()).filter(({ type }) => type === 'moreHistory').length;
  await page.locator('.history-list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await eventually(async () => assert.equal(await asked(), 1));
  await setHistory(preview, history(fifty, { hasMore: true, problem: 'It cannot be read.' }));
  await drawn(page);
  assert.equal(await asked(), 1, 'what failed is not asked for again by itself');
  await page.getByRole('button', { name: 'Show more' }).click();
  assert.equal(await asked(), 2);
  const top = await page.locator('.history-list').evaluate((list) => list.scrollTop);
  await setHistory(preview, history(manyChats(100)));
  assert.equal(await rows(preview).count(), 100);
  assert.equal(await page.locator('.history-list').evaluate((list) => list.scrollTop), top);
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
});

check('at most 200 of 1,000 chats are rendered, and each can be reached', async (preview) => {
  const { page } = preview;
  await showList(preview, manyChats(1000));
  const few = async () => assert.ok((await rows(preview).count()) <= 200);
  await few();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await focused(preview, '^Chat number 999');
  await few();
  await page.keyboard.press('Home');
  await focused(preview, '^Chat number 0');
  for (let at = 1; at <= 30; at += 1) {
    await page.keyboard.press('PageDown');
    await focused(preview, `^Chat number ${at * 10}\\b`);
  }
  await few();
  const name = await focusName(preview);
  await page.locator('.history-list').evaluate((list) => list.scrollTo(0, 0));
  await page.getByRole('button', { name: /^Chat number 0,/ }).waitFor();
  await eventually(few);
  await page.keyboard.press('ArrowDown');
  await focused(preview, '^Chat number 301');
  assert.match(name ?? '', /^Chat number 300/);
});

check('visible rows stay in place while others are added and removed', async (preview) => {
  const { page } = preview;
  await showList(preview, manyChats(1000));
  const list = page.locator('.history-list');
  await list.hover();
  for (let at = 0; at < 25; at += 1) {
    const before = await firstInSight(page);
    await page.mouse.wheel(0, 700);
    await eventually(async () => assert.notEqual(await firstInSight(page), before));
    await drawn(page);
    const after = await firstInSight(page);
    assert.ok(after > before && after < before + 30, `from row ${before} to row ${after}`);
  }
});

/** @param {import('playwright-core').Page} page */
function firstInSight(page) {
  return page.locator('.history-list').evaluate((list) => {
    const top = list.getBoundingClientRect().top + 30;
    const row = [...list.querySelectorAll('[role="row"]')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    );
    return Number(row?.ariaRowIndex);
  });
}

check('an approval pending under the list can be reached with one key', async (preview) => {
  const { page } = preview;
  const approval = {
    approvalId: 'a1',
    command: 'rm -rf dist',
    action: 'run rm -rf dist',
    diffs: [],
    notes: [],
    deletes: [],
    reads: [],
    writes: [],
    reasons: [],
  };
  const items = [user('#1', 'go'), card('c1', { status: 'asking', approval })];
  await show(preview, { state: listState(three), items });
  await page.getByRole('button', { name: 'Approval needed' }).waitFor();
  await page.keyboard.press('Alt+a');
  assert.deepEqual(await lastPosted(preview, 'closeHistory'), { type: 'closeHistory' });
  await setHistory(preview, null);
  await focused(preview, '^Approval needed: ');
});

check('loading moves nothing and is shown only when it takes long', async (preview) => {
  const { page } = preview;
  await showList(preview, three);
  const top = (await rows(preview).first().boundingBox())?.y;
  await setHistory(preview, history(three, { state: 'loading' }));
  assert.equal((await rows(preview).first().boundingBox())?.y, top);
  assert.equal(await page.locator('[role="grid"]').getAttribute('aria-busy'), 'true');
  const animation = await page.locator('.progress').evaluate((line) => {
    const { animationName, animationDuration } = window.getComputedStyle(line);
    return [animationName, animationDuration];
  });
  assert.deepEqual(animation, ['unseen, pass', '0.2s, 1.4s']);
});

for (const width of [260, 380, 700]) {
  check(`no chat makes the list scroll sideways at ${width} pixels`, async (preview) => {
    const { page } = preview;
    await page.setViewportSize({ width, height: 800 });
    const scene = historyScenes['history'];
    assert.ok(scene);
    await show(preview, scene);
    const sizes = await page.locator('.history-list').evaluate((list) => ({
      wide: list.scrollWidth - list.clientWidth,
      high: Math.max(...[...list.querySelectorAll('[role="row"]')].map((row) => row.clientHeight)),
    }));
    assert.equal(sizes.wide, 0);
    assert.ok(sizes.high < 100, `a row is ${sizes.high} pixels high`);
  });
}
