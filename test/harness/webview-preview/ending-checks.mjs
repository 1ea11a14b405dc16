// @ts-check
/** Checks of finished cards: what they say about how a call ended. */
import assert from 'node:assert/strict';

import { endingItems } from './ending-scene.mjs';
import { state } from './items.mjs';
import { announced, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const endingChecks = [];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  endingChecks.push([name, check]);
}

const words = [
  'Completed',
  'Failed',
  'Denied by you',
  'Denied by you',
  'Denied by a rule',
  'Blocked',
  'Approval timed out',
  'Timed out',
  'Cancelled',
  'Interrupted',
  'Failed',
];

check('each ending has its own word, and no text appears twice on a card', async (preview) => {
  const { page } = preview;
  await show(preview, { state: state({ model: 'm' }), items: endingItems });
  const cards = await page.locator('article.card').all();
  assert.equal(cards.length, words.length);
  for (const [at, card] of cards.entries()) {
    assert.equal(await card.locator('.card-status').textContent(), words[at]);
    const said = (await card.innerText()).split('\n').filter((line) => line.length > 12);
    const repeated = said.filter((line, index) => said.indexOf(line) !== index);
    assert.deepEqual(repeated, [], `card ${at}`);
  }
});

check('what the model read and the code of a failure are folded', async (preview) => {
  const { page } = preview;
  await show(preview, { state: state({ model: 'm' }), items: endingItems });
  const denied = page.locator('article.card').filter({ hasText: 'Keep the readme.' });
  assert.doesNotMatch(await denied.innerText(), /tool_error|policy_denied/);
  await denied.getByText('What the model read').click();
  assert.match(await denied.innerText(), /\[tool_error\]/);
  await denied.getByText('Details').click();
  assert.match(await denied.innerText(), /policy_denied/);
});

check(
  'an ending is announced in the words of the card, but not your own denial',
  async (preview) => {
    await show(preview, { state: state({ model: 'm' }), items: endingItems.slice(0, 2) });
    const [, , , , byUser = {}, byRule = {}] = endingItems;
    await patch(preview, { op: 'item', item: byRule });
    await patch(preview, { op: 'item', item: byUser });
    await announced(preview, 'Denied by a rule: rm -rf build');
  },
);
