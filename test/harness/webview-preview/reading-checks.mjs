// @ts-check
/** Checks of answers: code, tables, tasks and images. */
import assert from 'node:assert/strict';

import { assistant, state, user } from './items.mjs';
import { readingScenes } from './reading-scene.mjs';
import { themes } from './themes.mjs';
import { eventually, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const readingChecks = [];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  readingChecks.push([name, check]);
}

/** @param {Preview} preview */
async function colored({ page }) {
  await page.locator('.code-block .code-keyword').first().waitFor();
}

check('code is colored, and every color has enough contrast in every theme', async (preview) => {
  const { page } = preview;
  await show(preview, readingScenes.reading);
  await colored(preview);
  for (const [name, theme] of Object.entries(themes)) {
    await page.evaluate(({ kind, variables }) => {
      for (const [key, value] of Object.entries(variables)) {
        document.documentElement.style.setProperty(`--vscode-${key}`, value);
      }
      document.body.className = kind;
    }, theme);
    const contrasts = await page.locator('.code-block').first().evaluate(contrastsIn);
    assert.ok(Object.keys(contrasts).length >= 5, JSON.stringify(contrasts));
    for (const [kind, contrast] of Object.entries(contrasts)) {
      assert.ok(contrast >= 4.5, `${name} ${kind}: ${contrast.toFixed(2)}`);
    }
  }
});

/**
 * Runs in the page: the contrast of each kind of code with what is behind it.
 *
 * @param {Element} frame
 */
function contrastsIn(frame) {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  const backgrounds = [document.body, frame].map(
    (each) => window.getComputedStyle(each).backgroundColor,
  );
  const paint = (/** @type {string[]} */ layers) => {
    for (const layer of layers) {
      canvas.fillStyle = layer;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = paint(backgrounds);
  return Object.fromEntries(
    [...frame.querySelectorAll('[class^="code-"]')].map((part) => {
      const front = paint([...backgrounds, window.getComputedStyle(part).color]);
      const [darker = 0, lighter = 0] = [behind, front].sort((one, other) => one - other);
      return [part.className, (lighter + 0.05) / (darker + 0.05)];
    }),
  );
}

check('growing code stays plain until its block is closed', async (preview) => {
  const { page } = preview;
  const open = { streaming: true };
  const text = '```js\nconst a = 1;\n';
  await show(preview, { state: state(), items: [user('#1', 'x'), assistant('#2', text, open)] });
  assert.equal(await page.locator('.code-keyword').count(), 0);
  await patch(preview, { op: 'item', item: assistant('#2', `${text}\`\`\`\n\nDone.`, open) });
  await colored(preview);
});

check(
  'the buttons of code are in a row of their own, and name a block by its number',
  async (preview) => {
    const { page } = preview;
    await show(preview, readingScenes.reading);
    const second = page.locator('.code-block').nth(1);
    const [head, code] = await Promise.all([
      second.locator('.code-head').boundingBox(),
      second.locator('pre').boundingBox(),
    ]);
    assert.ok(head && code && head.y + head.height <= code.y, 'nothing lies on the code');
    for (const button of await second.getByRole('button').all()) {
      const box = await button.boundingBox();
      assert.ok(box && box.width >= 24 && box.height >= 24);
    }
    assert.equal(await second.locator('.code-language').innerText(), 'html');
    await second.getByRole('button', { name: 'Copy code' }).click();
    assert.match(String((await lastPosted(preview, 'copy'))?.text), /^<section class="cart"/);
    await second.getByRole('button', { name: 'Insert at cursor' }).click();
    assert.deepEqual(await lastPosted(preview, 'insertCode'), {
      type: 'insertCode',
      itemId: '#2',
      index: 1,
    });
    await page
      .locator('.code-block')
      .nth(2)
      .getByRole('button', { name: 'Apply to file…' })
      .click();
    assert.deepEqual(await lastPosted(preview, 'applyCode'), {
      type: 'applyCode',
      itemId: '#2',
      index: 2,
    });
  },
);

check('the copy button of a message does not lie on its text', async (preview) => {
  const { page } = preview;
  await show(preview, readingScenes.reading);
  const message = page.locator('.assistant-message');
  const [text, row] = await Promise.all([
    message.locator('.markdown').boundingBox(),
    message.getByRole('button', { name: 'Copy message' }).boundingBox(),
  ]);
  assert.ok(text && row && text.y + text.height <= row.y, 'the row is below');
  assert.ok(row.height >= 24 && row.width >= 24);
});

check('a wide table scrolls inside itself and breaks no word', async (preview) => {
  const { page } = preview;
  await page.setViewportSize({ width: 300, height: 800 });
  await show(preview, readingScenes.reading);
  const frame = page.getByRole('group', { name: 'Table' });
  assert.ok(await frame.evaluate((each) => each.scrollWidth > each.clientWidth));
  const cell = page.getByRole('cell', { name: 'yes' });
  const lines = await cell.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getClientRects().length;
  });
  assert.equal(lines, 1);
  const number = page.getByRole('cell', { name: '97.5 %' });
  assert.equal(await number.evaluate((each) => window.getComputedStyle(each).textAlign), 'end');
  assert.deepEqual(preview.problems, [], 'no inline style is tried');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 300, 'the page itself does not scroll sideways');
});

check(
  'tasks are checkboxes that only show their state; images are named, not loaded',
  async (preview) => {
    const { page, requests } = preview;
    await show(preview, readingScenes.reading);
    const boxes = page.getByRole('checkbox');
    assert.deepEqual(
      await boxes.evaluateAll((all) =>
        all.map((box) => [Reflect.get(box, 'checked'), Reflect.get(box, 'disabled')]),
      ),
      [
        [true, true],
        [false, true],
      ],
    );
    assert.equal(await page.getByText('[x]').count(), 0);
    await page.getByText('[image “logo” not loaded: example.com]').waitFor();
    await colored(preview);
    await eventually(async () => assert.deepEqual(requests, []));
  },
);
