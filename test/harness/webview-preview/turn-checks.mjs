// @ts-check
/** A turn as the user sees it: retries, waits, edits and usage. */
import assert from 'node:assert/strict';

import { attachment, usage } from './context-scene.mjs';
import { assistant, card, notice, state, user } from './items.mjs';
import { announced, eventually, focusName, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const turnChecks = [
  [
    'a notice offers to try again or to continue, once',
    async (preview) => {
      const { page } = preview;
      const failed = notice('#1', 'error', 'The server is gone.', { action: 'retry' });
      await show(preview, { state: state({ model: 'm' }), items: [failed] });
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      assert.deepEqual(await lastPosted(preview, 'noticeAction'), {
        type: 'noticeAction',
        itemId: '#1',
      });
      await patch(
        preview,
        { op: 'item', item: notice('#1', 'error', 'The server is gone.') },
        { op: 'item', item: notice('#2', 'info', 'Stopped at 25 steps.', { action: 'continue' }) },
      );
      assert.equal(await page.getByRole('button', { name: 'Retry', exact: true }).count(), 0);
      await page.getByRole('button', { name: 'Continue' }).click();
      assert.equal((await lastPosted(preview, 'noticeAction'))?.itemId, '#2');
    },
  ],
  [
    'a wait shows its seconds, announces a few of them, and can be cancelled',
    async (preview) => {
      const { page } = preview;
      await page.clock.install({ time: 1_000_000 });
      await show(preview, { state: state({ model: 'm' }), items: [] });
      const item = notice('#1', 'warning', 'Too many requests.', { waitUntil: 1_075_000 });
      await patch(preview, { op: 'item', item });
      await announced(preview, 'Warning: Too many requests. Waiting to retry.');
      const timer = page.getByRole('timer');
      const spoken = page.locator('.countdown [aria-live="polite"]');
      const seen = new Set();
      assert.match((await timer.textContent()) ?? '', /^Retrying in 1m 1[45]s$/);
      for (let second = 0; second < 76; second++) {
        seen.add(await spoken.textContent());
        await page.clock.runFor(1000);
      }
      assert.deepEqual(
        [...seen],
        [
          'Retrying in about 2 minutes',
          'Retrying in a minute or less',
          'Retrying in ten seconds or less',
          'Retrying now',
        ],
      );
      assert.equal(await timer.textContent(), 'Retrying now');
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(await lastPosted(preview, 'stop'), { type: 'stop' });
    },
  ],
  [
    'a call that is tried again shows it on its card and announces it',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      const item = card('c1', { status: 'running', retry: { attempt: 2, of: 3 } });
      await patch(preview, { op: 'item', item });
      assert.match((await page.locator('.card-head').textContent()) ?? '', /Retrying \(2 of 3\)/);
      await announced(preview, /^Retrying \(2 of 3\): /);
      await patch(preview, { op: 'item', item: card('c1', { exitCode: 0 }) });
      assert.doesNotMatch((await page.locator('.card-head').textContent()) ?? '', /Trying/);
    },
  ],
  [
    'a message is edited in place with the keyboard alone, and sent again',
    async (preview) => {
      const { page } = preview;
      const attachments = [attachment('a1', 'file', 'cart.js')];
      const items = [
        user('#1', 'first', { canEdit: true, attachments }),
        assistant('#2', 'answer'),
        user('#3', 'second'),
      ];
      await show(preview, { state: state({ model: 'm' }), items });
      const edit = page.getByRole('button', { name: 'Edit and send again' });
      assert.equal(await edit.count(), 1, 'only where it can be');
      await edit.focus();
      await page.keyboard.press('Enter');
      assert.equal(await focusName(preview), 'Edit message');
      await page.getByText('Continues in a new chat.').waitFor();
      await page.keyboard.type(' and more');
      await page.keyboard.press('Escape');
      assert.equal(await focusName(preview), 'Edit and send again');
      assert.equal(await lastPosted(preview, 'stop'), undefined);
      assert.equal(await page.locator('.user-text').first().textContent(), 'first');
      await page.keyboard.press('Enter');
      await page.keyboard.type(' again');
      await page.keyboard.press('Enter');
      assert.equal(await lastPosted(preview, 'editMessage'), undefined, 'Enter is a new line');
      const list = page.getByRole('list', { name: 'Context of this message' });
      assert.equal(await list.getByRole('button').count(), 0);
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await lastPosted(preview, 'editMessage'), {
        type: 'editMessage',
        itemId: '#1',
        text: 'first again\n',
      });
      await eventually(async () => assert.equal(await focusName(preview), 'Message'));
    },
  ],
  [
    'the meter shows how full the context is, and the cost of the chat',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      const meter = page.getByRole('meter', { name: 'Context used' });
      assert.equal(await meter.count(), 0, 'nothing before the first answer');
      await patch(preview, { op: 'state', state: { usage } });
      assert.equal(await page.locator('.usage').innerText(), '~12.3k / 128k\n$0.0123');
      assert.match((await page.locator('.usage').getAttribute('title')) ?? '', /Input: ~45\.2k/);
      assert.equal(await meter.getAttribute('aria-valuetext'), '~12.3k / 128k tokens, 10%');
      const free = { ...usage, usedTokens: 104_000, estimated: false, cost: undefined };
      await patch(preview, { op: 'state', state: { usage: free } });
      assert.equal(await page.locator('.usage-full').innerText(), '104k / 128k');
      assert.match((await meter.getAttribute('aria-valuetext')) ?? '', /81%, nearly full$/);
    },
  ],
  [
    'named HTML entities are decoded as in any browser, and nothing else is',
    async (preview) => {
      const text = '&copy; &notit; &semi; &fjlig; &NotEqualTilde; &AMP; &ltx; &lt;b&gt;';
      await show(preview, { state: state(), items: [assistant('#1', text)] });
      assert.equal(
        await preview.page.locator('.markdown p').textContent(),
        '© &notit; ; fj \u2242\u0338 & &ltx; <b>',
      );
    },
  ],
];
