// @ts-check
/** Checks of older items, of items that the host reveals, and of interrupted calls. */
import assert from 'node:assert/strict';

import { assistant, card, state } from './items.mjs';
import { history } from './history-scene.mjs';
import { announced, drawn, eventually, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const revealChecks = [];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  revealChecks.push([name, check]);
}

/** @param {number} from @param {number} to */
function answers(from, to) {
  return Array.from({ length: to - from }, (_, at) =>
    assistant(`#${from + at}`, `line ${from + at}\n\n${'more of it '.repeat((at % 7) * 12)}`),
  );
}

/** @param {Preview} preview @param {string} text */
async function topOf({ page }, text) {
  return (await page.getByText(text, { exact: true }).boundingBox())?.y ?? NaN;
}

check('older items are inserted above the visible ones, which stay in place', async (preview) => {
  const { page } = preview;
  await show(preview, { state: state({ earlier: 250 }), items: answers(250, 300) });
  await page.locator('.transcript').evaluate((transcript) => transcript.scrollTo(0, 0));
  await drawn(page);
  const before = await topOf(preview, 'line 250');
  await page.getByRole('button', { name: 'Show 200 earlier items' }).click();
  assert.deepEqual(await lastPosted(preview, 'showEarlier'), { type: 'showEarlier' });
  await preview.send({ type: 'snapshot', state: state({ earlier: 50 }), items: answers(50, 300) });
  await page.getByText('line 249', { exact: true }).waitFor();
  await eventually(async () => {
    const moved = Math.abs((await topOf(preview, 'line 250')) - before);
    assert.ok(moved < 40, `moved by ${moved} pixels`);
  });
  await announced(preview, '200 earlier items shown.');
  await page.locator('.transcript').evaluate((transcript) => transcript.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Show 50 earlier items' }).click();
  await preview.send({ type: 'snapshot', state: state(), items: answers(0, 300) });
  await eventually(async () => assert.equal(await page.locator('.earlier').count(), 0));
  const hasFocus = await page.evaluate(() => document.activeElement?.className);
  assert.equal(hasFocus, 'transcript', 'the focus stays in what is read');
});

check('newer items come back below the visible ones, or all at once', async (preview) => {
  const { page } = preview;
  const before = state({ earlier: 100, later: 400 });
  await show(preview, { state: before, items: answers(100, 160) });
  await page.locator('.transcript').evaluate((transcript) => transcript.scrollTo(0, 1e6));
  await drawn(page);
  const top = await topOf(preview, 'line 159');
  await page.getByRole('button', { name: 'Show 200 later items' }).click();
  assert.deepEqual(await lastPosted(preview, 'showLater'), { type: 'showLater' });
  await preview.send({
    type: 'snapshot',
    state: state({ earlier: 120, later: 200 }),
    items: answers(120, 360),
  });
  await eventually(async () => {
    const moved = Math.abs((await topOf(preview, 'line 159')) - top);
    assert.ok(moved < 40, `moved by ${moved} pixels`);
  });
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  assert.deepEqual(await lastPosted(preview, 'showLatest'), { type: 'showLatest' });
  await preview.send({
    type: 'snapshot',
    state: state({ earlier: 360 }),
    items: answers(360, 560),
  });
  await page.getByText('line 559', { exact: true }).waitFor();
  await eventually(async () => {
    const gap = await page
      .locator('.transcript')
      .evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
    assert.ok(gap < 30, `${gap} pixels from the end`);
    assert.equal(await page.locator('.jump').count(), 0);
  });
});

check('another chat starts at its end', async (preview) => {
  const { page } = preview;
  await show(preview, { state: state(), items: answers(0, 60) });
  await page.locator('.transcript').evaluate((transcript) => transcript.scrollTo(0, 0));
  const chats = [{ id: 'chat-2', title: 'B', running: false, pending: 0 }];
  await show(preview, { state: state({ chats, activeChat: 'chat-2' }), items: answers(0, 60) });
  await eventually(async () => {
    const gap = await page
      .locator('.transcript')
      .evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
    assert.ok(gap < 30, `${gap} pixels from the end`);
  });
});

const long = [
  ...answers(0, 80),
  card('c1', { title: 'npm run build', text: 'built' }),
  ...answers(80, 160),
];

/** @param {Preview} preview */
function isShown({ page }) {
  return eventually(async () => {
    const card = page.getByRole('article', { name: 'bash npm run build' });
    const box = await card.boundingBox();
    assert.ok(box !== null && box.y > 0 && box.y < 400, `it is at ${box?.y}`);
    assert.equal(await card.getByText('built').count(), 1, 'open');
    const focus = await page.evaluate(() => document.activeElement?.className);
    assert.equal(focus, 'card-head');
  });
}

check(
  'an item that the host reveals is shown, opened, highlighted and announced',
  async (preview) => {
    const { page } = preview;
    await show(preview, { state: state(), items: long });
    await preview.send({ type: 'reveal', itemId: 'c1' });
    await isShown(preview);
    assert.equal(await page.locator('.is-revealed').count(), 1);
    await announced(preview, 'Shown: bash npm run build');
    await eventually(async () => assert.equal(await page.locator('.is-revealed').count(), 0));
    await isShown(preview);
    await preview.send({ type: 'reveal', itemId: 'gone' });
    await announced(preview, 'This item is no longer in the chat.');
  },
);

check('a revealed item is shown with its chat, also from under the list', async (preview) => {
  const other = { chats: [{ id: 'chat-2', title: 'B', running: false, pending: 0 }] };
  await show(preview, { state: state({ history: history([]) }), items: [] });
  const chat = { ...state(other), activeChat: 'chat-2', history: history([]) };
  await preview.send({ type: 'snapshot', state: chat, items: long });
  await preview.send({ type: 'reveal', itemId: 'c1' });
  await eventually(async () =>
    assert.deepEqual(await lastPosted(preview, 'closeHistory'), { type: 'closeHistory' }),
  );
  await patch(preview, { op: 'state', state: { history: null } });
  await isShown(preview);
});

check('with reduced motion the highlight does not move', async (preview) => {
  const { page } = preview;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(preview, { state: state(), items: long });
  await preview.send({ type: 'reveal', itemId: 'c1' });
  await eventually(async () => {
    const mark = page.locator('.is-revealed');
    const looks = await mark.evaluate((card) => {
      const { animationName, outlineStyle } = window.getComputedStyle(card);
      return [animationName, outlineStyle];
    });
    assert.deepEqual(looks, ['none', 'solid']);
  });
});

check('an interrupted call is shown as such, another cancelled one is not', async (preview) => {
  const { page } = preview;
  const text = 'Interrupted: the window ended while this call ran.';
  const items = [
    card('i1', { status: 'cancelled', interrupted: true, title: 'npm run deploy', text }),
    card('i2', { status: 'cancelled', title: 'sleep 600', text: 'Interrupted by the user.' }),
  ];
  await show(preview, { state: state(), items });
  const cut = page.getByRole('article', { name: 'bash npm run deploy' });
  assert.match(await cut.locator('.card-status').innerText(), /Interrupted/);
  assert.equal(await cut.getByText('the window ended').count(), 1, 'its text is in sight');
  const stopped = page.getByRole('article', { name: 'bash sleep 600' });
  assert.match(await stopped.locator('.card-status').innerText(), /Cancelled/);
});
