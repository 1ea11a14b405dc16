// @ts-check
/** Uses the panel's page in a browser like a user, and attacks it with hostile output. */
import assert from 'node:assert/strict';

import { hostileScene, longLineScene } from './hostile.mjs';
import { changeChecks } from './change-checks.mjs';
import { commandChecks } from './command-checks.mjs';
import { draftChecks } from './draft-checks.mjs';
import { endingChecks } from './ending-checks.mjs';
import { filterChecks } from './filter-checks.mjs';
import { historyChecks } from './history-checks.mjs';
import { imageChecks } from './image-checks.mjs';
import { assistant, card, notice, state, user } from './items.mjs';
import { keyChecks } from './key-checks.mjs';
import { logChecks } from './log-checks.mjs';
import { linkChecks } from './link-checks.mjs';
import { readingChecks } from './reading-checks.mjs';
import { revealChecks } from './reveal-checks.mjs';
import { scenes } from './scenes.mjs';
import { turnChecks } from './turn-checks.mjs';
import { announced, drawn, eventually, focusName, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const pageChecks = [
  ...changeChecks,
  ...commandChecks,
  ...draftChecks,
  ...endingChecks,
  ...filterChecks,
  ...historyChecks,
  ...imageChecks,
  ...keyChecks,
  ...logChecks,
  ...linkChecks,
  ...readingChecks,
  ...revealChecks,
  ...turnChecks,
];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  pageChecks.push([name, check]);
}

const running = state({
  model: 'm',
  chats: [{ id: 'chat-1', title: 'A', running: true, pending: 0 }],
});

check('decision inert-text: hostile text is inert in every field', async (preview) => {
  const { page, requests, problems } = preview;
  await show(preview, hostileScene);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('[aria-expanded="false"]')) {
      if (fold instanceof HTMLElement) fold.click();
    }
    for (const each of document.querySelectorAll('details')) each.open = true;
  });
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => Reflect.get(window, 'hacked')), undefined);
  const made = await page.evaluate(
    () =>
      document.querySelectorAll(
        '#gatehouse-root :is(img, svg, script, iframe, style, form, use, math, object, a, [onerror], [onload], [onclick], [style*="url"], [id])',
      ).length,
  );
  assert.equal(made, 0, 'elements that no message may become');
  assert.deepEqual(requests, []);
  assert.deepEqual(problems, []);
});

check('a message above 200 KB is shown as plain text, with a notice', async (preview) => {
  const { page, problems } = preview;
  const long = assistant('#2', '**bold** and so on\n'.repeat(11_000));
  await show(preview, { state: running, items: [user('#1', 'go'), long] });
  const message = page.locator('.assistant-message');
  await message.getByText('Shown as plain text').waitFor();
  assert.match((await message.innerText()).slice(0, 200), /\*\*bold\*\* and so on/);
  await patch(preview, { op: 'append', id: '#2', text: 'The end.' });
  await message.getByText('The end.').waitFor();
  assert.deepEqual(problems, []);
});

check('a line of 1 MB does not block the page', async (preview) => {
  const { page, problems } = preview;
  await show(preview, longLineScene);
  const allow = page.locator('.approval [data-allow]');
  await allow.scrollIntoViewIfNeeded();
  // While the rest is being laid out the buttons still move.
  await eventually(async () => {
    await allow.click();
    assert.equal((await lastPosted(preview, 'answer'))?.answer, 'allow');
  });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, 'the page never scrolls sideways');
  assert.deepEqual(problems, []);
});

check(
  'Enter sends, Shift+Enter breaks the line, and an input method keeps both keys',
  async (preview) => {
    const { page } = preview;
    await show(preview, { state: state({ model: 'm' }), items: [] });
    const input = page.getByLabel('Message', { exact: true });
    await input.pressSequentially('one');
    await input.press('Shift+Enter');
    await input.pressSequentially('two');
    await input.evaluate((element) =>
      element.dispatchEvent(
        new window.KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
      ),
    );
    assert.equal(await lastPosted(preview, 'send'), undefined);
    await input.press('Enter');
    assert.equal((await lastPosted(preview, 'send'))?.text, 'one\ntwo');
    assert.equal(await input.inputValue(), '');
  },
);

check(
  'Escape stops a running turn, but not while composing or in the chat list',
  async (preview) => {
    const { page } = preview;
    await show(preview, { state: running, items: [] });
    const input = page.getByLabel('Message', { exact: true });
    await input.evaluate((element) =>
      element.dispatchEvent(
        new window.KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }),
      ),
    );
    await page.locator('.chat-current').click();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.chat-menu').count(), 0);
    assert.equal(await lastPosted(preview, 'stop'), undefined);
    await input.press('Escape');
    assert.deepEqual(await lastPosted(preview, 'stop'), { type: 'stop' });
  },
);

check(
  'the draft is restored, sent to the host after a pause, and recalled with Arrow Up',
  async (preview) => {
    const { page } = preview;
    await show(preview, { state: state({ draft: 'kept ' }), items: [user('#1', 'sent before')] });
    const input = page.getByLabel('Message', { exact: true });
    assert.equal(await input.inputValue(), 'kept ');
    await input.focus();
    await page.keyboard.press('End');
    await input.pressSequentially('more');
    await eventually(async () =>
      assert.equal((await lastPosted(preview, 'draft'))?.text, 'kept more'),
    );
    await input.press('ArrowUp');
    assert.equal(await input.inputValue(), 'kept more', 'a text that is being written stays');
    await input.fill('');
    await input.press('ArrowUp');
    assert.equal(await input.inputValue(), 'sent before');
  },
);

check(
  'text from the host is appended to the draft, and the input gets the focus',
  async (preview) => {
    const { page, send } = preview;
    await show(preview, { state: state({ draft: 'look at' }), items: [] });
    await send({ type: 'insert', text: 'src/a.ts:3' });
    const input = page.getByLabel('Message', { exact: true });
    await eventually(async () => {
      assert.equal(await input.inputValue(), 'look at\nsrc/a.ts:3');
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
    });
  },
);

check('links ask the host and lead nowhere else', async (preview) => {
  const { page, requests } = preview;
  const text = '[docs](https://example.com/docs) and [code](command:workbench.action.quit)';
  await show(preview, { state: state(), items: [assistant('#1', text)] });
  await page.getByText('docs').click();
  assert.equal((await lastPosted(preview, 'openLink'))?.url, 'https://example.com/docs');
  assert.equal(await page.locator('.link').count(), 1);
  assert.deepEqual(requests, []);
});

check('the line of the rules in force has a button for each file', async (preview) => {
  const { page, requests } = preview;
  const text =
    'Rules in force: [`AGENTS.md`](workspace:AGENTS.md), [`a [b](c)/CLAUDE.md`](workspace:a%20%5Bb%5D%28c%29/CLAUDE.md) for `a [b](c)`.';
  await show(preview, { state: state(), items: [notice('#1', 'info', text)] });
  for (const [name, url] of [
    ['AGENTS.md', 'workspace:AGENTS.md'],
    ['a [b](c)/CLAUDE.md', 'workspace:a%20%5Bb%5D%28c%29/CLAUDE.md'],
  ]) {
    await page.getByRole('button', { name, exact: true }).click();
    assert.equal((await lastPosted(preview, 'openLink'))?.url, url);
  }
  assert.equal(await page.locator('.link').count(), 2);
  assert.deepEqual(requests, []);
});

check(
  'approval buttons ignore clicks and keys for 400 ms after they appear or move',
  async (preview) => {
    const { page } = preview;
    const asking = scenes['asking']?.items.at(-1) ?? {};
    await show(preview, { state: running, items: [user('#1', 'go')] });
    // A busy machine takes longer for two clicks than the time in which they are ignored.
    const goOn = await page.evaluateHandle(() => {
      const real = performance.now;
      const at = performance.now();
      performance.now = () => at;
      return () => void (performance.now = real);
    });
    await patch(preview, { op: 'item', item: asking });
    const allow = page.getByRole('button', { name: 'Allow once' });
    /** A click as early as it can be, then one after a move. */
    const press = () => allow.evaluate((button) => button instanceof HTMLElement && button.click());
    await press();
    await allow.focus();
    await page.keyboard.press('Enter');
    assert.equal(await lastPosted(preview, 'answer'), undefined);
    await goOn.evaluate((call) => call());
    await eventually(async () => assert.ok(await allow.isEnabled()));
    await allow.evaluate((button) => {
      button.closest('.approval')?.before('A line that moves the buttons.');
      if (button instanceof HTMLElement) button.click();
    });
    assert.equal(await lastPosted(preview, 'answer'), undefined);
    // The transcript follows the new line in a later frame, which moves them once more.
    await eventually(async () => {
      await allow.click();
      assert.equal((await lastPosted(preview, 'answer'))?.answer, 'allow');
    });
  },
);

check(
  'an approval is answered by its id, is reached with Alt+A, and does not take the focus',
  async (preview) => {
    const { page } = preview;
    await show(preview, { state: running, items: [user('#1', 'go')] });
    await page.getByLabel('Message', { exact: true }).focus();
    const asking = scenes['asking']?.items.at(-1) ?? {};
    await patch(preview, { op: 'item', item: asking });
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
    await announced(preview, /^Approval needed: run rm -rf .*Press Alt\+A/);
    await page.keyboard.press('Alt+a');
    assert.match((await focusName(preview)) ?? '', /^Approval needed: run rm -rf/);
    await page.keyboard.press('Control+Enter');
    assert.equal(await lastPosted(preview, 'answer'), undefined);
    await eventually(async () => {
      await page.getByLabel('Deny with a reason').click();
      assert.equal(await page.getByLabel('Reason for denying').count(), 1);
    });
    await page.keyboard.type('use git clean');
    await page.keyboard.press('Enter');
    assert.deepEqual(await lastPosted(preview, 'answer'), {
      type: 'answer',
      approvalId: 'approval-1',
      answer: 'deny',
      reason: 'use git clean',
    });
  },
);

check(
  'several edits are allowed by one click: those in view, and no protected file',
  async (preview) => {
    const { page } = preview;
    await page.setViewportSize({ width: 400, height: 1600 });
    const scene = scenes['asking-together'];
    assert.ok(scene);
    await show(preview, scene);
    const button = page.getByRole('button', { name: 'Allow these 2 edits' });
    await eventually(async () => assert.ok(await button.isEnabled()));
    await button.click();
    assert.deepEqual(await lastPosted(preview, 'allowTogether'), {
      type: 'allowTogether',
      approvalIds: ['approval of edit-2', 'approval of edit-3'],
    });
    // The first card is no longer in view.
    await page.setViewportSize({ width: 400, height: 420 });
    await eventually(async () => assert.equal(await button.count(), 0));
  },
);

check('the buttons of a long command stay on the page', async (preview) => {
  const { page } = preview;
  await page.setViewportSize({ width: 300, height: 640 });
  await show(preview, longLineScene);
  await drawn(page);
  const box = await page.locator('.approval').boundingBox();
  assert.ok(box !== null && box.height < 640, `the block is ${box?.height} pixels high`);
});

check('the end stays visible until the user scrolls up', async (preview) => {
  const { page } = preview;
  const many = Array.from({ length: 60 }, (_, at) => assistant(`#${at}`, `line ${at}\n\nmore`));
  await show(preview, { state: running, items: many });
  const gap = () =>
    page.locator('.transcript').evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
  const atTheEnd = (/** @type {string} */ when) =>
    eventually(async () => assert.ok((await gap()) < 30, when));
  await atTheEnd('begins at the end');
  await patch(preview, { op: 'append', id: '#59', text: '\n\nnew'.repeat(40) });
  await atTheEnd('follows while at the end');
  await page.locator('.transcript').hover();
  await page.mouse.wheel(0, -600);
  await page.getByText('Jump to latest').waitFor();
  const top = await restingTop(page);
  await patch(preview, { op: 'append', id: '#59', text: '\n\nnewer'.repeat(40) });
  assert.equal(await page.locator('.transcript').evaluate((e) => e.scrollTop), top, 'holds still');
  await page.getByText('Jump to latest').click();
  await atTheEnd('is back at the end');
});

/**
 * The final scroll position: a wheel event scrolls over several frames.
 *
 * @param {import('playwright-core').Page} page
 */
async function restingTop(page) {
  let top = -1;
  for (;;) {
    await drawn(page);
    const now = await page.locator('.transcript').evaluate((e) => e.scrollTop);
    if (now === top) return top;
    top = now;
  }
}

check('a growing answer rerenders only its last block', async (preview) => {
  const { page } = preview;
  const text = 'first paragraph\n\nsecond';
  await show(preview, { state: running, items: [assistant('#1', text, { streaming: true })] });
  await page
    .locator('.markdown-block p')
    .first()
    .evaluate((p) => Reflect.set(p, 'kept', true));
  await patch(preview, { op: 'append', id: '#1', text: ' grows' });
  const first = page.locator('.markdown-block p').first();
  assert.equal(await first.evaluate((p) => Reflect.get(p, 'kept')), true);
  assert.equal(await page.locator('.markdown-block p').last().textContent(), 'second grows');
});

check("cards open on failure, close on success, and keep the user's choice", async (preview) => {
  const { page } = preview;
  const items = [card('a', { text: 'out' }), card('b', { status: 'failed', text: 'bad' })];
  await show(preview, { state: state(), items });
  const head = (/** @type {number} */ at) => page.locator('.card-head').nth(at);
  assert.equal(await head(0).getAttribute('aria-expanded'), 'false');
  assert.equal(await head(1).getAttribute('aria-expanded'), 'true');
  await head(0).click();
  await patch(preview, { op: 'item', item: card('a', { text: 'out', durationMs: 4 }) });
  assert.equal(await head(0).getAttribute('aria-expanded'), 'true');
  await page.getByText('Copy output').first().click();
  assert.equal((await lastPosted(preview, 'copy'))?.text, 'out');
});

check(
  '"Why" on a card opens its explanation by the card\'s id, also from the keyboard',
  async (preview) => {
    const { page } = preview;
    const decision = {
      verdict: 'allow',
      approvedBy: 'auto',
      trace: [{ slot: 'trust', gate: 'trust', verdict: 'allow', reason: 'its source is trusted' }],
      policyVersion: 1,
      trust: 'trusted',
    };
    await show(preview, { state: state(), items: [card('a', { text: 'out', decision })] });
    await page.locator('.card-head').click();
    const button = page.getByRole('button', { name: 'Explain this decision' });
    await page.locator('.why summary').focus();
    await page.keyboard.press('Tab');
    assert.equal(await button.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press('Enter');
    assert.deepEqual(await lastPosted(preview, 'explain'), { type: 'explain', itemId: 'a' });
    const asking = scenes['asking']?.items.at(-1) ?? {};
    await patch(preview, { op: 'item', item: asking });
    await page.locator('.approval').getByRole('button', { name: 'Explain this decision' }).click();
    assert.deepEqual(await lastPosted(preview, 'explain'), { type: 'explain', itemId: 'ask-1' });
  },
);

check('after a lost message the page requests everything', async (preview) => {
  await show(preview, { state: state(), items: [] });
  const before = (await preview.posted()).filter(({ type }) => type === 'ready').length;
  await preview.send({ type: 'patch', seq: 99, changes: [] });
  await eventually(async () => {
    const after = (await preview.posted()).filter(({ type }) => type === 'ready').length;
    assert.equal(after, before + 1);
  });
});
