// @ts-check
/** The draft: context, suggestions, images and the queue. */
import assert from 'node:assert/strict';

import { attachment, commands, suggestions } from './context-scene.mjs';
import { hostileSuggestions } from './hostile.mjs';
import { notice, queued, state, user } from './items.mjs';
import { announced, eventually, focusName, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @param {Preview} preview */
const inputOf = ({ page }) => page.getByRole('textbox', { name: 'Message', exact: true });

/** @param {Preview} preview @param {string} query */
const asked = async (preview, query) => {
  const deadline = Date.now() + 2000;
  while ((await lastPosted(preview, 'suggest'))?.query !== query) {
    assert.ok(Date.now() < deadline, `the host was not asked for ${query}`);
    await preview.page.waitForTimeout(20);
  }
};

/**
 * Types, waits for the request to the host, and responds to it.
 *
 * @param {Preview} preview @param {string} typed @param {string} query @param {object[]} items
 */
async function suggest(preview, typed, query, items) {
  await inputOf(preview).pressSequentially(typed);
  await asked(preview, query);
  await preview.send({ type: 'suggestions', query, items });
  await preview.page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
}

/** @param {Preview} preview */
async function activeOption({ page }) {
  const id = await page
    .getByLabel('Message', { exact: true })
    .getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"][role="option"][aria-selected="true"]`).textContent();
}

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const draftChecks = [
  [
    '@ opens suggestions; keys choose one, which moves from the draft to the context',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await suggest(preview, 'see @c', '@c', suggestions);
      await announced(preview, '4 suggestions');
      assert.match((await activeOption(preview)) ?? '', /^Selection/);
      await page.keyboard.press('ArrowUp');
      assert.match((await activeOption(preview)) ?? '', /^a-very-long/);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastPosted(preview, 'attach'), {
        type: 'attach',
        kind: 'file',
        path: '/home/you/demo/src/cart.js',
      });
      assert.equal(await inputOf(preview).inputValue(), 'see ');
      assert.equal((await lastPosted(preview, 'draft'))?.text, 'see ');
      assert.equal(await lastPosted(preview, 'send'), undefined);
      assert.equal(await page.getByRole('listbox').count(), 0);
      assert.equal(await focusName(preview), 'Message');
    },
  ],
  [
    'the host gets one request for text typed without a pause; Escape only closes the list',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await suggest(preview, '@', '@', suggestions);
      await inputOf(preview).evaluate((element) => {
        if (!(element instanceof window.HTMLTextAreaElement)) return;
        for (const key of 'cart') {
          element.setRangeText(key, element.value.length, element.value.length, 'end');
          element.dispatchEvent(new window.InputEvent('input', { bubbles: true }));
        }
      });
      assert.deepEqual(await page.getByRole('option').allTextContents(), [
        'Selectionsrc/cart.js:3-9',
        'cart.jssrc',
        'a-very-long-name-of-a-file-that-tells-everything-it-does.test.jspackages/application/source/components/shopping/cart/test/unit',
      ]);
      await asked(preview, '@cart');
      const queries = (await preview.posted()).filter(({ type }) => type === 'suggest');
      assert.deepEqual(
        queries.map(({ query }) => query),
        ['@', '@cart'],
      );
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('listbox').count(), 0);
      assert.equal(await lastPosted(preview, 'stop'), undefined);
      await inputOf(preview).pressSequentially('.');
      await page.waitForTimeout(150);
      assert.equal((await lastPosted(preview, 'suggest'))?.query, '@cart', 'stays closed');
      await page.keyboard.press('Enter');
      assert.equal((await lastPosted(preview, 'send'))?.text, '@cart.');
    },
  ],
  [
    'only @ at the start of a word opens suggestions, and never while an input method composes',
    async (preview) => {
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await inputOf(preview).pressSequentially('you@example.com and/or ');
      await inputOf(preview).evaluate((element) => {
        if (!(element instanceof window.HTMLTextAreaElement)) return;
        element.value += '@';
        element.dispatchEvent(
          new window.InputEvent('input', { isComposing: true, bubbles: true, data: '@' }),
        );
      });
      await preview.page.waitForTimeout(150);
      assert.equal(await lastPosted(preview, 'suggest'), undefined);
      await inputOf(preview).evaluate((element) =>
        element.dispatchEvent(new window.CompositionEvent('compositionend', { bubbles: true })),
      );
      await asked(preview, '@');
    },
  ],
  [
    '/ completes a command, and Enter sends a complete one',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await suggest(preview, '/c', '/c', commands);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      assert.equal(await inputOf(preview).inputValue(), '/compact ');
      assert.equal(await focusName(preview), 'Message');
      await inputOf(preview).fill('');
      await suggest(preview, '/status', '/status', commands.slice(3));
      await page.keyboard.press('Enter');
      assert.equal((await lastPosted(preview, 'send'))?.text, '/status');
      assert.equal(await page.getByRole('listbox').count(), 0);
    },
  ],
  [
    'a click accepts a suggestion, and hostile suggestions are inert',
    async (preview) => {
      const { page, problems, requests } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await suggest(preview, '@', '@', hostileSuggestions);
      const made = page.getByRole('listbox').locator(':is(img, svg, script, iframe, style, form)');
      assert.equal(await made.count(), 0);
      await page.getByRole('option').first().click();
      assert.match(String((await lastPosted(preview, 'attach'))?.path), /^\/w\/<img/);
      assert.equal(await page.evaluate(() => Reflect.get(window, 'hacked')), undefined);
      assert.deepEqual([...problems, ...requests], []);
    },
  ],
  [
    'chips are one stop of Tab; arrows move, Delete removes, and the focus is never lost',
    async (preview) => {
      const { page } = preview;
      const chips = [
        attachment('a1', 'file', 'cart.js', { detail: '/w/src/cart.js', tokens: 1240 }),
        attachment('a2', 'problems', '4 problems'),
      ];
      await show(preview, { state: state({ model: 'm', attachments: chips }), items: [] });
      const list = page.getByRole('list', { name: 'Context' });
      assert.equal(
        await list.getByRole('listitem').first().getAttribute('title'),
        '/w/src/cart.js\nabout 1.2k tokens',
      );
      await inputOf(preview).focus();
      await page.keyboard.press('Shift+Tab');
      assert.equal(await focusName(preview), 'Remove file cart.js');
      await page.keyboard.press('ArrowRight');
      assert.equal(await focusName(preview), 'Remove problems 4 problems');
      await page.keyboard.press('Delete');
      assert.equal((await lastPosted(preview, 'detach'))?.attachmentId, 'a2');
      await patch(preview, { op: 'state', state: { attachments: chips.slice(0, 1) } });
      assert.equal(await focusName(preview), 'Remove file cart.js');
      await page.keyboard.press('Enter');
      assert.equal((await lastPosted(preview, 'detach'))?.attachmentId, 'a1');
      await patch(preview, { op: 'state', state: { attachments: [] } });
      assert.equal(await list.count(), 0);
      assert.equal(await focusName(preview), 'Message');
    },
  ],
  [
    'context alone can be sent',
    async (preview) => {
      const attachments = [attachment('a1', 'image', 'shot.png')];
      await show(preview, { state: state({ model: 'm', attachments }), items: [] });
      await inputOf(preview).press('Enter');
      assert.deepEqual(await lastPosted(preview, 'send'), {
        type: 'send',
        text: '',
        isKeyed: true,
      });
    },
  ],
  [
    'decision 75: the host learns whether the whole text was keyed in',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [user('#1', '!npm test')] });
      const input = inputOf(preview);
      /** @param {string} text @param {boolean} isKeyed */
      const sends = async (text, isKeyed) => {
        await input.press('Enter');
        assert.deepEqual(await lastPosted(preview, 'send'), { type: 'send', text, isKeyed });
      };
      await input.pressSequentially('!npm tset');
      for (const key of ['Backspace', 'Backspace', 'Backspace', 'e', 's', 't']) {
        await input.press(key);
      }
      await sends('!npm test', true);
      await input.press('ArrowUp');
      await sends('!npm test', false);
      await input.focus();
      await page.keyboard.insertText('!rm -rf build');
      await sends('!rm -rf build', false);
      await input.pressSequentially('!echo ');
      await page.keyboard.insertText('one two');
      await input.press('Backspace');
      await sends('!echo one tw', false);
      await page.keyboard.insertText('pasted');
      await input.press('Control+a');
      await input.press('Delete');
      await input.pressSequentially('!ls');
      await sends('!ls', true);
      await preview.send({ type: 'insert', text: '!make' });
      await eventually(async () => assert.equal(await input.inputValue(), '!make'));
      await input.pressSequentially(' x');
      await sends('!make x', false);
    },
  ],
  [
    'the menu of context works by keys and leaves the focus in the input',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await inputOf(preview).focus();
      await page.keyboard.press('Tab');
      assert.equal(await focusName(preview), 'Add context (@)');
      await page.keyboard.press('Enter');
      assert.equal(await focusName(preview), 'File…');
      await page.keyboard.press('Escape');
      assert.equal(await focusName(preview), 'Add context (@)');
      assert.equal(await lastPosted(preview, 'stop'), undefined);
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastPosted(preview, 'attach'), { type: 'attach', kind: 'selection' });
      await eventually(async () => assert.equal(await focusName(preview), 'Message'));
    },
  ],
  [
    'images are pasted, dropped or chosen; anything else is explained and stays text',
    async (preview) => {
      const { page, problems, requests } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      const give = (/** @type {'paste' | 'drop'} */ how, /** @type {string} */ text) =>
        inputOf(preview).evaluate(
          (element, given) => {
            const data = new window.DataTransfer();
            data.items.add(new window.File(['PNG'], 'shot.png', { type: 'image/png' }));
            if (given.text !== '') data.setData('text/plain', given.text);
            const options = { bubbles: true, cancelable: true };
            return element.dispatchEvent(
              given.how === 'paste'
                ? new window.ClipboardEvent('paste', { ...options, clipboardData: data })
                : new window.DragEvent('drop', { ...options, dataTransfer: data }),
            );
          },
          { how, text },
        );
      const images = async () =>
        (await preview.posted()).filter(({ type }) => type === 'attachImage');
      assert.equal(await give('paste', ''), false, 'nothing else is pasted');
      assert.equal(await give('drop', ''), false);
      assert.equal(await give('paste', 'a cell\tof a table'), true, 'text beside a picture wins');
      const image = { type: 'attachImage', mediaType: 'image/png', data: 'UE5H' };
      await eventually(async () => assert.deepEqual(await images(), [image, image]));
      await page.getByLabel('Images').setInputFiles([
        {
          name: '<img src=x onerror=window.hacked=1>',
          mimeType: 'text/html',
          buffer: Buffer.of(1),
        },
        { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
      ]);
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.match(
        await alert.innerText(),
        /<img src=x .*only PNG.*\n.*big\.png.*5 MB is the most/,
      );
      assert.equal((await images()).length, 2);
      await alert.getByRole('button', { name: 'Dismiss' }).click();
      assert.equal(await alert.count(), 0);
      assert.deepEqual([...problems, ...requests], []);
    },
  ],
  [
    'queued messages are edited, sent at once or removed, each by its name',
    async (preview) => {
      const { page } = preview;
      const chats = [{ id: 'chat-1', title: 'A', running: true, pending: 0 }];
      await show(preview, { state: state({ model: 'm', chats }), items: [] });
      await patch(preview, { op: 'state', state: { queued: queued('one', 'two', 'three') } });
      await announced(preview, '3 messages queued.');
      await page.getByRole('button', { name: 'Edit queued message: two' }).click();
      assert.deepEqual(await lastPosted(preview, 'unqueue'), { type: 'unqueue', queuedId: 'two' });
      await page.getByRole('button', { name: 'Send now: three' }).click();
      assert.deepEqual(await lastPosted(preview, 'sendNow'), {
        type: 'sendNow',
        queuedId: 'three',
      });
      assert.equal(await focusName(preview), 'Message');
      await page.getByRole('button', { name: 'Remove from the queue: two' }).focus();
      await page.keyboard.press('Enter');
      const dropped = { type: 'dropQueued', queuedId: 'two' };
      assert.deepEqual(await lastPosted(preview, 'dropQueued'), dropped);
      await patch(preview, { op: 'state', state: { queued: queued('one', 'three') } });
      assert.equal(await focusName(preview), 'Remove from the queue: three');
      await page.keyboard.press('Enter');
      await patch(preview, { op: 'state', state: { queued: queued('one') } });
      assert.equal(await focusName(preview), 'Remove from the queue: one');
      await page.keyboard.press('Enter');
      await patch(preview, { op: 'state', state: { queued: [] } });
      assert.equal(await focusName(preview), 'Message');
    },
  ],
  [
    'an open list closes with its chat',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      await suggest(preview, '@', '@', suggestions);
      await preview.send({
        type: 'snapshot',
        state: state({ model: 'm', activeChat: 'chat-2', draft: 'other' }),
        items: [notice('#1', 'info', 'Another chat.')],
      });
      await page.getByText('Another chat.').waitFor();
      assert.equal(await page.getByRole('listbox').count(), 0);
      assert.equal(await inputOf(preview).inputValue(), 'other');
    },
  ],
];
