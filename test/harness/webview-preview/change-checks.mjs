// @ts-check
/** Changed files: the bar above the input, and cards. */
import assert from 'node:assert/strict';

import { change, changed, changeScenes, everyKind } from './changes-scene.mjs';
import { card, state } from './items.mjs';
import { announced, focusName, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

const files = ['a.js', 'b.js', 'c.js'].map((name) => change(`src/${name}`));

/** @param {Preview} preview */
function bar({ page }) {
  return page.getByRole('region', { name: /changed by this chat$/ });
}

/** @param {Preview} preview @param {readonly object[]} changes */
async function openBar(preview, changes) {
  await show(preview, { state: changed(changes), items: [] });
  await bar(preview).getByRole('button', { expanded: false }).click();
}

/** @param {Preview} preview @param {readonly object[]} changes */
function setChanges(preview, changes) {
  return patch(preview, { op: 'state', state: { changes } });
}

/** @param {Preview} preview @param {string} type */
async function countPosted({ posted }, type) {
  return (await posted()).filter((message) => message.type === type).length;
}

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const changeChecks = [
  [
    'the bar is shown while files are changed, with their number and size, and is announced once',
    async (preview) => {
      const { page } = preview;
      await show(preview, { state: state({ model: 'm' }), items: [] });
      assert.equal(await bar(preview).count(), 0);
      const before = await page.locator('.composer').boundingBox();
      await setChanges(preview, files);
      await announced(preview, '3 files changed.');
      const fold = bar(preview).getByRole('button', { expanded: false });
      assert.match(await fold.innerText(), /^3 files changed\s+3 files\s+\+12 −6/);
      assert.deepEqual(await page.locator('.composer').boundingBox(), before, 'nothing moves');
      await setChanges(preview, []);
      assert.equal(await bar(preview).count(), 0);
      await announced(preview, 'No changed files left.');
    },
  ],
  [
    'the list stays open or closed as the user left it, in another chat too',
    async (preview) => {
      await openBar(preview, files);
      await setChanges(preview, []);
      await setChanges(preview, files.slice(1));
      assert.equal(await bar(preview).getByRole('listitem').count(), 2);
      await show(preview, { state: { ...changed(files), activeChat: 'chat-2' }, items: [] });
      assert.equal(await bar(preview).getByRole('listitem').count(), 3);
    },
  ],
  [
    'each file is opened, kept and undone by its own id, from its name and its buttons',
    async (preview) => {
      await openBar(preview, files);
      const press = (/** @type {string} */ name) =>
        bar(preview).getByRole('button', { name, exact: true }).click();
      await bar(preview).getByText('b.js').click();
      assert.equal((await lastPosted(preview, 'openChange'))?.changeId, 'src/b.js');
      await press('Open diff of c.js');
      assert.equal((await lastPosted(preview, 'openChange'))?.changeId, 'src/c.js');
      await press('Keep changes to a.js');
      assert.equal((await lastPosted(preview, 'keepChange'))?.changeId, 'src/a.js');
      await press('Undo changes to b.js');
      assert.equal((await lastPosted(preview, 'undoChange'))?.changeId, 'src/b.js');
      await press('Keep all');
      assert.deepEqual(await lastPosted(preview, 'keepChange'), { type: 'keepChange' });
      await press('Undo all');
      assert.deepEqual(await lastPosted(preview, 'undoChange'), { type: 'undoChange' });
    },
  ],
  [
    'a button sends one request at a time, and works again when the request fails',
    async (preview) => {
      const { page } = preview;
      await page.clock.install({ time: 1_000_000 });
      await openBar(preview, files);
      const twice = (/** @type {string} */ name) =>
        bar(preview)
          .getByRole('button', { name, exact: true })
          .evaluate((button) => {
            if (!(button instanceof HTMLElement)) return;
            button.click();
            button.click();
          });
      await twice('Undo changes to a.js');
      await twice('Undo all');
      assert.equal(await countPosted(preview, 'undoChange'), 2);
      await page.clock.runFor(100);
      const undo = bar(preview).getByRole('button', { name: 'Undo changes to a.js' });
      assert.equal(await undo.getAttribute('aria-disabled'), 'true');
      await twice('Keep changes to a.js');
      assert.equal(await countPosted(preview, 'keepChange'), 0, 'one request for each file');
      await page.clock.runFor(3000);
      await twice('Undo changes to a.js');
      assert.equal(await countPosted(preview, 'undoChange'), 3);
    },
  ],
  [
    'the list works with the keyboard alone: Tab reaches one line, arrows the others, Escape closes it',
    async (preview) => {
      const { page } = preview;
      await openBar(preview, files);
      /** @type {(string | undefined)[]} */
      const stops = [];
      for (let stop = 0; stop < 7; stop++) {
        await page.keyboard.press('Tab');
        stops.push(await focusName(preview));
      }
      assert.match(stops[2] ?? '', /^a\.js/);
      assert.deepEqual(
        [stops[0], stops[1], ...stops.slice(3)],
        [
          'Keep all',
          'Undo all',
          'Open diff of a.js',
          'Keep changes to a.js',
          'Undo changes to a.js',
          'Message',
        ],
      );
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focusName(preview), 'Undo changes to b.js');
      await page.keyboard.press('End');
      assert.equal(await focusName(preview), 'Undo changes to c.js');
      for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Shift+Tab');
      await setChanges(preview, [change('newest', { isFolder: true }), ...files]);
      await page.keyboard.press('Home');
      assert.match((await focusName(preview)) ?? '', /^newest/);
      await page.keyboard.press('ArrowDown');
      assert.match((await focusName(preview)) ?? '', /^a\.js/);
      await setChanges(preview, [...files].reverse());
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      assert.equal((await lastPosted(preview, 'openChange'))?.changeId, 'src/c.js');
      await page.keyboard.press('Escape');
      assert.equal(await bar(preview).getByRole('listitem').count(), 0);
      assert.match((await focusName(preview)) ?? '', /^3 files/);
      assert.equal(await lastPosted(preview, 'stop'), undefined, 'Escape stops nothing here');
      await page.keyboard.press('Escape');
      assert.deepEqual(await lastPosted(preview, 'stop'), { type: 'stop' });
    },
  ],
  [
    'the focus moves to the next file when its file is gone, and to the input after the last one',
    async (preview) => {
      const { page } = preview;
      await openBar(preview, files);
      await bar(preview).getByRole('button', { name: 'Undo changes to b.js' }).focus();
      await page.keyboard.press('Enter');
      await setChanges(
        preview,
        files.filter(({ name }) => name !== 'b.js'),
      );
      assert.match((await focusName(preview)) ?? '', /^c\.js/);
      await setChanges(preview, files.slice(0, 1));
      assert.match((await focusName(preview)) ?? '', /^a\.js/);
      await setChanges(preview, []);
      assert.equal(await focusName(preview), 'Message');
      await setChanges(preview, files);
      assert.equal(await focusName(preview), 'Message', 'and is never taken');
    },
  ],
  [
    'a change that cannot be undone shows why, next to its button, and no request is sent',
    async (preview) => {
      await openBar(preview, everyKind);
      const undo = bar(preview).getByRole('button', { name: 'Undo changes to film.mp4' });
      await undo.click({ force: true });
      assert.equal(await lastPosted(preview, 'undoChange'), undefined);
      assert.equal(await undo.getAttribute('aria-disabled'), 'true');
      const reason = /^Cannot be undone: 64 MB is more/;
      assert.match((await undo.getAttribute('title')) ?? '', reason);
      assert.match(await bar(preview).locator('.not-kept').innerText(), /Cannot be undone: 64 MB/);
      const all = bar(preview).getByRole('button', { name: 'Undo all' });
      assert.match((await all.getAttribute('title')) ?? '', /not 1 file, see the list/);
      await setChanges(
        preview,
        everyKind.filter(({ name }) => name === 'film.mp4'),
      );
      assert.equal(await all.getAttribute('aria-disabled'), 'true');
    },
  ],
  [
    'each kind of change has its own icon and word, and a move shows the old path',
    async (preview) => {
      const { page } = preview;
      await page.setViewportSize({ width: 700, height: 800 });
      await openBar(preview, everyKind);
      const line = (/** @type {string} */ name) =>
        bar(preview).getByRole('listitem').filter({ hasText: name });
      assert.match(await line('cart.test.js').innerText(), /new\s+\+120/);
      assert.match(await line('very-old').innerText(), /deleted/);
      assert.match(await line('price.js').innerText(), /moved from\s+src\/util\/price\.js/);
      assert.doesNotMatch(await line('money.js').innerText(), /\+0/);
      assert.equal(await line('steps').getByRole('button', { name: 'Open diff' }).count(), 0);
      await line('steps').getByText('steps', { exact: true }).click();
      assert.equal((await lastPosted(preview, 'openChange'))?.changeId, 'src/shop/checkout/steps');
      for (const shape of ['added', 'modified', 'removed', 'renamed']) {
        assert.ok((await bar(preview).locator(`.codicon-diff-${shape}`).count()) > 0, shape);
      }
    },
  ],
  [
    'a long list has its own scroll bar, and shows how many files it leaves out',
    async (preview) => {
      const many = Array.from({ length: 200 }, (_, at) => change(`src/file-${at}.js`));
      await openBar(preview, many);
      await patch(preview, { op: 'state', state: { moreChanges: 30 } });
      assert.match(await bar(preview).innerText(), /^230 files changed\s+230 files\s+Keep all/);
      await bar(preview).getByText('and 30 more; Keep all and Undo all include them').waitFor();
      await announced(preview, '230 files changed.');
      const box = await bar(preview).boundingBox();
      assert.ok(box !== null && box.height < 320, `the bar is ${box?.height} pixels high`);
      await preview.page.keyboard.press('Tab');
      await preview.page.keyboard.press('Tab');
      await preview.page.keyboard.press('Tab');
      await preview.page.keyboard.press('End');
      assert.match((await focusName(preview)) ?? '', /^file-199\.js/);
      assert.equal(await bar(preview).getByText('file-199.js').isVisible(), true);
    },
  ],
  [
    'a screen reader can distinguish two files with the same name',
    async (preview) => {
      await openBar(preview, [change('a/index.js'), change('b/index.js'), change('c.js')]);
      for (const name of ['a/index.js', 'b/index.js', 'c.js']) {
        await bar(preview)
          .getByRole('button', { name: `Undo changes to ${name}`, exact: true })
          .click();
        assert.equal((await lastPosted(preview, 'undoChange'))?.changeId, name);
      }
    },
  ],
  [
    'a card undoes its own change once, shows that it is undone, and keeps the focus',
    async (preview) => {
      const { page } = preview;
      const edited = {
        tool: 'edit',
        kind: 'edit',
        diffs: [{ path: '/w/a.js', oldText: 'a\n', newText: 'b\n' }],
      };
      const item = card('e', { ...edited, undo: 'offered' });
      await show(preview, { state: state({ model: 'm' }), items: [item] });
      const undo = page.getByRole('button', { name: 'Undo', exact: true });
      await undo.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      assert.equal(await countPosted(preview, 'undoCall'), 1);
      assert.deepEqual(await lastPosted(preview, 'undoCall'), { type: 'undoCall', itemId: 'e' });
      await patch(preview, { op: 'item', item: card('e', { ...edited, undo: 'undone' }) });
      assert.equal(await undo.count(), 0);
      await page.getByText('Undone: the files are as they were before this call').waitFor();
      await announced(preview, 'Undone: npm test');
      assert.equal(await focusName(preview), 'Copy command');
    },
  ],
  [
    'a deleted folder shows its first files, and the others on request',
    async (preview) => {
      const { page } = preview;
      await show(preview, changeScenes['changes-cards']);
      const deleted = page.getByRole('article', { name: 'delete_path src/legacy' });
      assert.equal(await deleted.locator('.diff').count(), 3);
      assert.match(await deleted.locator('.diff-head').first().innerText(), /deleted\s+\+0 −3/);
      await deleted.getByRole('button', { name: 'Show 13 removed lines' }).click();
      assert.equal(await deleted.locator('.diff').nth(2).locator('.row-removed').count(), 13);
      await deleted.getByRole('button', { name: 'Show 17 more files' }).click();
      assert.equal(await deleted.locator('.diff').count(), 20);
      await deleted.getByRole('button', { name: 'Open diff of part-19.js' }).click();
      assert.equal((await lastPosted(preview, 'openDiff'))?.index, 19);
    },
  ],
  [
    'a move shows both of its paths, and lines only where the text changed',
    async (preview) => {
      const { page } = preview;
      await show(preview, changeScenes['changes-cards']);
      const moved = page.getByRole('article', { name: 'move_path src/util' });
      assert.match(
        await moved.locator('.diff').innerText(),
        /^price\.js\s+src\/shop\/\s+moved from\s+src\/util\/price\.js\s*$/,
      );
      await show(preview, changeScenes['changes-plain-cards']);
      const changedToo = page.getByRole('article', { name: 'move_path docs/a.md' });
      assert.match(await changedToo.locator('.diff-head').innerText(), /\+1 −0[^]*docs\/a\.md/);
    },
  ],
  [
    'decision inert-text: hostile names are shown as text and move nothing out of place',
    async (preview) => {
      const { page, problems, requests } = preview;
      await page.setViewportSize({ width: 300, height: 640 });
      const names = [
        '\u202egnp.exe',
        'a\nb\u2066c',
        '<img src=x onerror=alert(1)>',
        'x'.repeat(4000),
      ];
      const hostile = names.map((name, at) =>
        change(name, { changeId: `h${at}`, folder: name, movedFrom: name, notKept: name }),
      );
      await openBar(preview, hostile);
      const text = (await bar(preview).textContent()) ?? '';
      assert.doesNotMatch(text, /[\u202e\u2066\n]/);
      assert.match(text, /\\u202egnp\.exe/);
      assert.match(text, /a\\u000ab\\u2066c/);
      for (const line of await bar(preview).getByRole('listitem').all()) {
        const buttons = await line.locator('.change-buttons').boundingBox();
        assert.ok(buttons !== null && buttons.x + buttons.width <= 300, 'its buttons are in sight');
        const name = await line.locator('.change-name').boundingBox();
        assert.ok(name !== null && name.height < 40, 'its name takes one line');
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0);
      const bounds = await bar(preview).boundingBox();
      assert.ok(bounds !== null && bounds.height < 250, `the bar is ${bounds?.height} pixels high`);
      assert.deepEqual([problems, requests], [[], []]);
    },
  ],
];
