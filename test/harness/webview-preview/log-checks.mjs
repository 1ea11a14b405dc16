// @ts-check
/** The keys of the transcript: one Tab stop, arrows between entries, Enter into one, Escape back. */
import assert from 'node:assert/strict';

import { assistant, card, notice, state, user } from './items.mjs';
import { scenes } from './scenes.mjs';
import { drawn, eventually, focusName, inputOf, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const logChecks = [];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  logChecks.push([`transcript: ${name}`, check]);
}

const ready = state({ model: 'm' });
const chat = [
  user('#1', 'Run the *tests*'),
  card('c1', { text: 'out', status: 'failed' }),
  assistant('#2', 'See **this**:\n\n```js\nshort\n```'),
  notice('n1', 'warning', 'Slow.'),
];
const you = 'You: Run the tests';
const agent = /^Agent: See this/;

/** @param {Preview} preview @param {readonly [key: string, name: string | RegExp][]} steps */
async function walk(preview, steps) {
  for (const [key, name] of steps) {
    await preview.page.keyboard.press(key);
    const now = (await focusName(preview)) ?? '';
    if (typeof name === 'string') assert.equal(now, name, key);
    else assert.match(now, name, key);
  }
}

check('one stop of the Tab key between the header and the input', async (preview) => {
  await show(preview, { state: ready, items: chat });
  await inputOf(preview).focus();
  await walk(preview, [
    ['Shift+Tab', 'Warning: Slow.'],
    ['Shift+Tab', 'New chat'],
    ['Tab', 'Warning: Slow.'],
    ['Home', you],
    ['Shift+Tab', 'New chat'],
    ['Tab', you],
    ['Tab', 'Message'],
  ]);
  await patch(preview, { op: 'item', item: assistant('#3', 'More.') });
  await walk(preview, [['Shift+Tab', 'Agent: More.']]);
});

check('arrows lead from entry to entry, and into one and back', async (preview) => {
  await show(preview, { state: ready, items: chat });
  await inputOf(preview).focus();
  await walk(preview, [
    ['Shift+Tab', 'Warning: Slow.'],
    ['ArrowDown', 'Warning: Slow.'],
    ['ArrowUp', agent],
    // A box that does not scroll is no stop.
    ['Enter', 'Copy code'],
    ['ArrowRight', 'Insert at cursor'],
    ['ArrowLeft', 'Copy code'],
    ['ArrowLeft', agent],
    ['PageUp', you],
    ['End', 'Warning: Slow.'],
    ['Home', you],
    ['ArrowDown', 'bash npm test'],
    ['ArrowRight', /npm test/],
    ['Tab', /^Copy command/],
    ['Shift+Tab', /npm test/],
    ['Escape', 'bash npm test'],
  ]);
  assert.equal(await lastPosted(preview, 'stop'), undefined);
  await preview.page.keyboard.press('Escape');
  assert.deepEqual(await lastPosted(preview, 'stop'), { type: 'stop' });
});

check('a box is a stop only while it scrolls', async (preview) => {
  const text = `\`\`\`js\n${'wide '.repeat(200)}\n\`\`\``;
  await show(preview, { state: ready, items: [assistant('#1', text)] });
  await inputOf(preview).focus();
  await walk(preview, [
    ['Shift+Tab', /^Agent/],
    ['Enter', 'Copy code'],
    ['Tab', 'Insert at cursor'],
    ['Tab', 'Apply to file…'],
    ['Tab', 'Code, js'],
    ['Tab', 'Copy message'],
    ['Tab', 'Message'],
  ]);
});

check('Shift+Tab leads to a pending approval, and its answer keeps the place', async (preview) => {
  const { page } = preview;
  const asking = /** @type {any} */ (scenes['approval-edit']?.items.at(-1));
  const items = [user('#1', 'go'), asking, card('c2', { title: 'ls' })];
  await show(preview, { state: ready, items });
  await inputOf(preview).focus();
  await walk(preview, [
    ['Shift+Tab', 'Approval needed: edit src/cart.js'],
    // A stray Enter comes no nearer to an answer.
    ['Enter', 'Approval needed: edit src/cart.js'],
    ['ArrowDown', 'bash ls'],
    ['ArrowUp', 'Approval needed: edit src/cart.js'],
    ['Tab', 'Open diff of cart.js'],
    ['Escape', 'Approval needed: edit src/cart.js'],
    ['ArrowRight', 'Open diff of cart.js'],
  ]);
  const allow = page.locator('[data-allow]');
  await eventually(async () => assert.ok(await allow.isEnabled()));
  await allow.focus();
  await patch(preview, {
    op: 'item',
    item: { ...asking, status: 'completed', ending: 'completed', approval: undefined },
  });
  assert.equal(await focusName(preview), 'edit src/cart.js');
});

check('after a click, arrows scroll and Escape stops the turn', async (preview) => {
  const { page } = preview;
  await show(preview, { state: ready, items: chat });
  await page.locator('.card-head').click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  assert.match((await focusName(preview)) ?? '', /npm test/);
  assert.deepEqual(await lastPosted(preview, 'stop'), { type: 'stop' });
  await drawn(page);
});
