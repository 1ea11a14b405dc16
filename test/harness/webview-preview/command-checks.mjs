// @ts-check
/** Checks of running commands and of sub-commands on the page. */
import assert from 'node:assert/strict';

import { backgroundScene } from './background-scene.mjs';
import { scenes } from './scenes.mjs';
import { announced, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

const asking = scenes['asking'];
assert.ok(asking);

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const commandChecks = [
  [
    'the bar lists what runs in the background, shows its terminal and stops it',
    async (preview) => {
      const { page } = preview;
      await show(preview, backgroundScene);
      const bar = page.getByRole('region', { name: '2 commands run in the background' });
      assert.equal(await bar.getByRole('listitem').count(), 2);
      await bar.getByRole('button', { name: 'Show the terminal of npm start' }).click();
      assert.deepEqual(await lastPosted(preview, 'showBackground'), {
        type: 'showBackground',
        commandId: 'bg1',
      });
      await bar.getByRole('button', { name: 'Stop npx drizzle-kit' }).focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastPosted(preview, 'stopBackground'), {
        type: 'stopBackground',
        commandId: 'bg4',
      });
      await patch(preview, { op: 'state', state: { background: [] } });
      assert.equal(await bar.count(), 0);
    },
  ],
  [
    'a card says that its command runs in the background, and then how it ended',
    async (preview) => {
      const { page } = preview;
      await show(preview, backgroundScene);
      const card = page.getByRole('article', { name: 'bash npm start' });
      assert.equal(await card.getByText('in background').count(), 1);
      assert.equal(await card.getByText('exit').count(), 0);
      const item = { ...backgroundScene.items[1], background: undefined };
      const ended = { ...item, status: 'failed', exitCode: 1, ranInBackground: true };
      await patch(preview, { op: 'item', item: ended });
      assert.match(await card.innerText(), /ended: exit 1/);
      await announced(preview, 'Ended in the background: npm start');
    },
  ],
  [
    'the user can answer a command that waits for input, also with the keyboard',
    async (preview) => {
      const { page } = preview;
      await show(preview, backgroundScene);
      const card = page.getByRole('article', { name: 'bash npm init' });
      assert.equal(await card.getByText('Waiting for input').count(), 1);
      assert.equal(await card.locator('strong').innerText(), 'package name: (demo)');
      await card.getByRole('button', { name: 'Reply to npm init' }).focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastPosted(preview, 'giveInput'), {
        type: 'giveInput',
        itemId: 'ask-input',
      });
      const bar = page.getByRole('region', { name: /in the background$/ });
      await bar.getByText('Do you want to truncate 3 tables? [y/N]').waitFor();
      await bar.getByRole('button', { name: /^Reply to npx drizzle-kit/ }).click();
      assert.deepEqual(await lastPosted(preview, 'giveInput'), {
        type: 'giveInput',
        itemId: 'bg-4',
      });
    },
  ],
  [
    'the card of a command offers undo, and shows when it is done',
    async (preview) => {
      const { page } = preview;
      await show(preview, backgroundScene);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      assert.deepEqual(await lastPosted(preview, 'undoCall'), { type: 'undoCall', itemId: 'bg-2' });
      assert.equal(await page.getByText('Undone: 3 files restored, 1 file removed').count(), 1);
    },
  ],
  [
    'an approval shows which part of the command needs it, and why',
    async (preview) => {
      const { page } = preview;
      await show(preview, asking);
      const parts = page.getByRole('list', { name: 'Parts of the command' }).getByRole('listitem');
      const texts = await parts.allTextContents();
      assert.deepEqual(
        texts.map((text) => text.split(': ')[0]),
        ['asks', 'allowed', 'allowed'],
      );
      assert.match(texts[0] ?? '', /^asks: rm -rf dist node_modules-rf removes/);
    },
  ],
  [
    'the explanation of a card lists the parts of its command',
    async (preview) => {
      const { page } = preview;
      await show(preview, backgroundScene);
      await page
        .getByRole('article', { name: 'bash npm start' })
        .getByRole('button')
        .first()
        .click();
      await page.locator('.why summary').first().click();
      const parts = page.locator('.why').getByRole('list', { name: 'Parts of the command' });
      assert.match(await parts.innerText(), /git status[^]*rm -rf dist[^]*removes folders/);
    },
  ],
];
