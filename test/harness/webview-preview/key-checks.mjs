// @ts-check
/** Keys that arrive faster than the page renders: each acts on what the one before it did. */
import assert from 'node:assert/strict';

import { change, changed } from './changes-scene.mjs';
import { attachment, commands, suggestions } from './context-scene.mjs';
import { chat, listState, manyChats } from './history-scene.mjs';
import { queued, state, user } from './items.mjs';
import { approvalCases } from './approval-cases.mjs';
import {
  eventually,
  focusName,
  inputOf,
  lastPosted,
  onButton,
  patch,
  pressAtOnce,
  pressed,
  show,
} from './use-page.mjs';

/**
 * @typedef {import('./preview.mjs').Preview} Preview
 * @typedef {import('./preview.mjs').Message} Message
 *
 * @typedef {object} KeyCase
 * @property {string} name
 * @property {{ state: object; items: readonly object[] }} scene
 * @property {(preview: Preview) => Promise<unknown>} prepare moves the focus to where the keys go
 * @property {readonly string[]} keys
 * @property {readonly Message[]} posted the messages of these types, all of them
 * @property {string | RegExp} [focus] the name of the element with the focus at the end
 */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const keyChecks = [];

const running = {
  model: 'm',
  chats: [{ id: 'chat-1', title: 'A', running: true, pending: 0 }],
};
const plain = { state: state(running), items: [] };
const files = ['a.js', 'b.js', 'c.js'].map((name) => change(name));
const chips = ['a1', 'a2', 'a3'].map((id) => attachment(id, 'file', id));
const three = ['Apple', 'Banana', 'Cherry'].map((title) => chat(title, { title }));
const sent = ['one', 'two', 'three'].map((text, at) => user(`#${at}`, text, { canEdit: at === 0 }));
/** @param {string} typed @param {readonly object[]} items */
function suggested(typed, items) {
  return async (/** @type {Preview} */ preview) => {
    await inputOf(preview).pressSequentially(typed);
    await eventually(async () =>
      assert.equal((await lastPosted(preview, 'suggest'))?.query, typed),
    );
    await preview.send({ type: 'suggestions', query: typed, items });
    await preview.page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
  };
}

/** @param {Preview} preview */
async function onFirstFile({ page }) {
  await page.getByRole('button', { name: /^3 files/ }).click();
  await page.getByRole('button', { name: 'Undo changes to a.js' }).focus();
}

/** @param {string} key @returns {(preview: Preview) => Promise<void>} */
const onFirstChat =
  (key) =>
  async ({ page }) => {
    await page.getByRole('searchbox').press('ArrowDown');
    if (key !== '') await page.keyboard.press(key);
  };

const cart = { type: 'attach', kind: 'file', path: '/home/you/demo/src/cart.js' };
const stop = { type: 'stop' };

/** @type {readonly KeyCase[]} */
const cases = [
  {
    name: 'typed text and Enter send all of the text',
    scene: plain,
    prepare: (preview) => inputOf(preview).focus(),
    keys: [...'all of it', 'Enter'],
    posted: [{ type: 'send', text: 'all of it', isKeyed: false }],
  },
  {
    name: 'suggestions: arrows, then Tab',
    scene: plain,
    prepare: suggested('@', suggestions),
    keys: ['ArrowDown', 'ArrowDown', 'Tab'],
    posted: [cart],
    focus: 'Message',
  },
  {
    name: 'suggestions: arrows in both directions, then Enter',
    scene: plain,
    prepare: suggested('@', suggestions),
    keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter'],
    posted: [cart],
  },
  {
    name: 'suggestions: Tab completes, and Enter sends the command',
    scene: plain,
    prepare: suggested('/c', commands),
    keys: ['ArrowDown', 'Tab', 'n', 'Enter'],
    posted: [{ type: 'send', text: '/compact n', isKeyed: false }],
  },
  {
    name: 'suggestions: Escape closes them, Enter sends, and the next Escape stops',
    scene: plain,
    prepare: suggested('@', suggestions),
    keys: ['Escape', 'Enter', 'Escape'],
    posted: [{ type: 'send', text: '@', isKeyed: true }, stop],
  },
  {
    name: 'suggestions: a command that is typed out is sent',
    scene: plain,
    prepare: suggested('/', commands),
    keys: [...'status', 'Enter'],
    posted: [{ type: 'send', text: '/status', isKeyed: false }],
  },
  {
    name: 'recall: arrows step through the messages, and Enter sends one',
    scene: { state: state(running), items: sent },
    prepare: (preview) => inputOf(preview).focus(),
    keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter'],
    posted: [{ type: 'send', text: 'two', isKeyed: false }],
  },
  {
    name: 'menu of context: arrows, then Enter',
    scene: plain,
    prepare: pressed('Add context'),
    keys: ['ArrowDown', 'ArrowDown', 'Enter', 'x', 'Enter'],
    posted: [
      { type: 'attach', kind: 'problems' },
      { type: 'send', text: 'x', isKeyed: false },
    ],
    focus: 'Message',
  },
  {
    name: 'menu of context: Escape closes it, and the next Escape stops',
    scene: plain,
    prepare: pressed('Add context'),
    keys: ['Escape', 'ArrowDown', 'Escape'],
    posted: [stop],
    focus: 'Add context (@)',
  },
  {
    name: 'menu of chats: End, then Enter',
    scene: plain,
    prepare: pressed(/^Chat:/),
    keys: ['End', 'Enter', 'ArrowUp', 'Escape'],
    posted: [{ type: 'openHistory' }, stop],
    focus: /^Chat:/,
  },
  {
    name: 'changed files: arrows move line by line',
    scene: { state: changed(files), items: [] },
    prepare: onFirstFile,
    keys: ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter'],
    posted: [{ type: 'undoChange', changeId: 'c.js' }],
  },
  {
    name: 'changed files: Escape closes the list, and the next Escape stops',
    scene: { state: changed(files), items: [] },
    prepare: onFirstFile,
    keys: ['Escape', 'Escape'],
    posted: [stop],
    focus: /^3 files/,
  },
  {
    name: 'chips: arrows, then Delete',
    scene: { state: state({ ...running, attachments: chips }), items: [] },
    prepare: onButton('Remove file a1'),
    keys: ['ArrowRight', 'Delete', 'Delete'],
    posted: [
      { type: 'detach', attachmentId: 'a2' },
      { type: 'detach', attachmentId: 'a3' },
    ],
  },
  {
    name: 'queue: Edit gives the focus to the input',
    scene: { state: state({ ...running, queued: queued('one') }), items: [] },
    prepare: onButton('Edit queued message: one'),
    keys: ['Enter', 'x', 'Enter'],
    posted: [
      { type: 'unqueue', queuedId: 'one' },
      { type: 'send', text: 'x', isKeyed: false },
    ],
    focus: 'Message',
  },
  {
    name: 'examples: the text is inserted, and typing goes on after it',
    scene: { state: state({ model: 'm' }), items: [] },
    prepare: onButton('Explain this project'),
    keys: ['Enter', '!', 'Enter'],
    posted: [{ type: 'send', text: 'Explain this project!', isKeyed: false }],
    focus: 'Message',
  },
  {
    name: 'chats: arrows, then Enter',
    scene: { state: listState(three), items: [] },
    prepare: ({ page }) => page.getByRole('searchbox').focus(),
    keys: ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'],
    posted: [{ type: 'openStored', historyId: 'Banana' }],
  },
  {
    name: 'chats: keys after End count from the last one',
    scene: { state: listState(manyChats(1000)), items: [] },
    prepare: onFirstChat(''),
    keys: ['End', 'ArrowUp', 'PageUp'],
    posted: [],
    focus: /^Chat number 988\b/,
  },
  {
    name: 'chats: no key acts on a chat that is no longer the current one',
    scene: { state: listState(manyChats(1000)), items: [] },
    prepare: onFirstChat(''),
    keys: ['End', 'Delete'],
    posted: [],
    focus: /^Chat number 999\b/,
  },
  {
    name: 'chats: a new name is saved once',
    scene: { state: listState(three), items: [] },
    prepare: onFirstChat('F2'),
    keys: [...'Fig', 'Enter', 'Enter'],
    posted: [{ type: 'renameStored', historyId: 'Apple', title: 'Fig' }],
    focus: /^Apple/,
  },
  ...approvalCases,
  {
    name: 'an edited message is sent with all of its text',
    scene: { state: state({ model: 'm' }), items: sent },
    prepare: pressed('Edit and send again'),
    keys: [...' more', 'Control+Enter', 'x', 'Enter'],
    posted: [
      { type: 'editMessage', itemId: '#0', text: 'one more' },
      { type: 'send', text: 'x', isKeyed: false },
    ],
    focus: 'Message',
  },
];

for (const { name, scene, prepare, keys, posted, focus } of cases) {
  keyChecks.push([
    `keys within one rendering: ${name}`,
    async (preview) => {
      await show(preview, scene);
      await prepare(preview);
      await pressAtOnce(preview, keys);
      const types = new Set([
        ...posted.map(({ type }) => type),
        ...['send', 'stop', 'attach', 'deleteStored'],
      ]);
      const all = (await preview.posted()).filter(({ type }) => types.has(type));
      assert.deepEqual(all, posted);
      if (focus === undefined) return;
      await eventually(async () => {
        const name = (await focusName(preview)) ?? '';
        if (typeof focus === 'string') assert.equal(name, focus);
        else assert.match(name, focus);
      });
    },
  ]);
}

keyChecks.push(
  [
    'keys within one rendering: the host is asked for the first key and once typing stops',
    async (preview) => {
      await show(preview, plain);
      await inputOf(preview).focus();
      await pressAtOnce(preview, [...'@ca']);
      await eventually(async () => {
        const asked = (await preview.posted()).filter(({ type }) => type === 'suggest');
        assert.deepEqual(
          asked.map(({ query }) => query),
          ['@', '@ca'],
        );
      });
    },
  ],
  [
    'keys pressed as soon as suggestions appear choose among them',
    async (preview) => {
      await show(preview, plain);
      await inputOf(preview).pressSequentially('@');
      const keys = pressAtOnce(preview, ['ArrowDown', 'ArrowDown', 'Tab'], '[role="listbox"]');
      await preview.send({ type: 'suggestions', query: '@', items: suggestions });
      await keys;
      assert.deepEqual(await lastPosted(preview, 'attach'), cart);
    },
  ],
  [
    'the focus is not lost when chips are removed faster than the host answers',
    async (preview) => {
      await show(preview, { state: state({ ...running, attachments: chips }), items: [] });
      await onButton('Remove file a2')(preview);
      await pressAtOnce(preview, ['Delete', 'Delete']);
      await patch(preview, { op: 'state', state: { attachments: chips.slice(0, 1) } });
      assert.equal(await focusName(preview), 'Remove file a1');
      await patch(preview, { op: 'state', state: { attachments: [] } });
      assert.equal(await focusName(preview), 'Message');
    },
  ],
  [
    'the focus is not lost when the results of a search replace the list',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: listState(three), items: [] });
      await page.getByRole('searchbox').focus();
      await pressAtOnce(preview, ['e', 'ArrowDown']);
      await eventually(async () =>
        assert.equal((await lastPosted(preview, 'searchHistory'))?.query, 'e'),
      );
      await patch(preview, {
        op: 'state',
        state: { history: { ...listState(three.slice(2)).history, query: 'e' } },
      });
      assert.match((await focusName(preview)) ?? '', /^(Cherry|Search all chats)/);
    },
  ],
);
