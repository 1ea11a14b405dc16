// @ts-check
/** Files with line numbers are links: in answers, and in the output of calls. */
import assert from 'node:assert/strict';

import { assistant, card, state } from './items.mjs';
import { eventually, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/**
 * Answers what the page asks, as a host with these files.
 *
 * @param {Preview} preview @param {readonly string[]} files @returns {Promise<string[]>} what was asked
 */
async function answerWith(preview, files) {
  await eventually(async () => assert.ok(await lastPosted(preview, 'findFiles')));
  const { names } = /** @type {{ names: string[] }} */ (await lastPosted(preview, 'findFiles'));
  await preview.send({ type: 'files', found: names.filter((name) => files.includes(name)) });
  return names;
}

const answer = `The bug is in src/cart.js:12, see \`src/pricing.js:3:5\` and \`src/tax.js\`.

\`\`\`js
// src/cart.js:1 stays as it is
\`\`\`

Not: https://example.com/src/cart.js:12, [src/cart.js:9](https://example.com), at 12:30, std::vector, src/none.js:4.

| file |
|---|
| src/cart.js#L7 |`;

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const linkChecks = [
  [
    'files with line numbers in an answer are links, once the host knows them',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [assistant('#1', answer)] });
      const links = page.locator('.assistant-message .file-link');
      assert.equal(await links.count(), 0);
      const asked = await answerWith(preview, ['src/cart.js', 'src/pricing.js', 'src/tax.js']);
      assert.deepEqual([...asked].sort(), [
        'src/cart.js',
        'src/none.js',
        'src/pricing.js',
        'src/tax.js',
      ]);
      await eventually(async () =>
        assert.deepEqual(await links.allTextContents(), [
          'src/cart.js:12',
          'src/pricing.js:3:5',
          'src/tax.js',
          'src/cart.js#L7',
        ]),
      );
      const texts = await page.locator('.assistant-message .markdown').innerText();
      assert.match(texts, /The bug is in src\/cart\.js:12, see src\/pricing\.js:3:5 and/);
      await page.getByRole('button', { name: 'src/pricing.js:3:5' }).click();
      assert.deepEqual(await lastPosted(preview, 'openFile'), {
        type: 'openFile',
        name: 'src/pricing.js',
        ...{ line: 3, column: 5 },
      });
      await page.getByRole('button', { name: 'src/tax.js' }).focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastPosted(preview, 'openFile'), {
        type: 'openFile',
        name: 'src/tax.js',
      });
    },
  ],
  [
    'files with line numbers in the output of a command are links',
    async (preview) => {
      const { page } = preview;
      const text = '✖ adds\n    at file:///w/demo/test/cart.test.js:7:10\nsrc/cart.js:12:const x\n';
      await show(preview, { state: state({ model: 'm' }), items: [card('c1', { text })] });
      await page.locator('.card-head').click();
      await answerWith(preview, ['/w/demo/test/cart.test.js', 'src/cart.js']);
      const output = page.getByRole('group', { name: 'Result' });
      const links = output.getByRole('button');
      await eventually(async () =>
        assert.deepEqual(await links.allTextContents(), [
          '/w/demo/test/cart.test.js:7:10',
          'src/cart.js:12',
        ]),
      );
      assert.equal(await output.textContent(), text, 'the text stays as it was');
      await links.first().click();
      assert.equal((await lastPosted(preview, 'openFile'))?.line, 7);
      await patch(preview, { op: 'item', item: card('c1', { text: 'src/other.js:1' }) });
      await eventually(async () => assert.equal(await links.count(), 0));
    },
  ],
  [
    'thousands of files in an answer ask the host for a bounded number',
    async (preview) => {
      const { page } = preview;
      const block = Array.from({ length: 400 }, (_, at) => `src/a${at}.js:1`).join(' ');
      const text = Array.from({ length: 20 }, (_, at) => block.replaceAll('src', `s${at}`)).join(
        '\n\n',
      );
      await show(preview, { state: state({ model: 'm' }), items: [assistant('#1', text)] });
      const asked = async () =>
        (await preview.posted()).filter(({ type }) => type === 'findFiles').length;
      for (let turn = 1; turn <= 5; turn += 1) {
        await eventually(async () => assert.equal(await asked(), turn));
        const names = Reflect.get((await lastPosted(preview, 'findFiles')) ?? {}, 'names');
        assert.ok(names.length <= 200);
        await preview.send({ type: 'files', found: [] });
      }
      await page.waitForTimeout(100);
      assert.equal(await asked(), 5);
    },
  ],
];
