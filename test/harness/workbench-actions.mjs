// @ts-check
/** User actions in the workbench, for tests. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('playwright-core').Page} Page */

const ACTION_MS = 45_000;
/**
 * How long each attempt waits for a command in the palette, which never shows what is contributed
 * after it was opened: the first are short, for a window that has just been loaded.
 */
const PICK_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000];

/**
 * Runs a command from the command palette.
 *
 * @param {Page} page
 * @param {string} command its title as the palette shows it ("Category: Title"), or its id
 */
export async function runCommand(page, command) {
  for (const [attempt, timeout] of PICK_MS.entries()) {
    try {
      await openPalette(page);
      return await pickCommand(page, command, timeout);
    } catch (error) {
      await page.keyboard.press('Escape');
      if (attempt < PICK_MS.length - 1) continue;
      throw new Error(
        `The command palette did not run "${command}": ${error}. ` +
          'Check that the extension contributes it and that its `when` clause holds.',
        { cause: error },
      );
    }
  }
}

/** @param {Page} page */
async function openPalette(page) {
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await page.keyboard.press('F1');
  await input.waitFor({ timeout: 4_000 }).catch(async () => {
    // A webview that is still loading swallows the key, so restore the focus first.
    await page.locator('.part.titlebar').click({ position: { x: 300, y: 5 } });
    await page.keyboard.press('F1');
    await input.waitFor({ timeout: 8_000 });
  });
}

/**
 * @param {Page} page
 * @param {string} command
 * @param {number} timeout
 */
async function pickCommand(page, command, timeout) {
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await input.fill(`>${command}`);
  const text = quote(command);
  // After its title a row's label may name a key binding or "recently used".
  const wanted = [
    `.monaco-list-row[aria-label=${text} i]`,
    `.monaco-list-row[aria-label^=${quote(`${command},`)} i]`,
    `.monaco-list-row:has([data-quick-input-id=${text}])`,
  ].join(', ');
  const row = page.locator('.quick-input-list').locator(wanted).first();
  await row.waitFor({ timeout });
  await row.click({ timeout: 8_000 });
  // The command may show its own prompt in the same widget, with another text.
  await page.waitForFunction(
    (typed) => {
      const box = document.querySelector('.quick-input-widget .quick-input-box input');
      if (!(box instanceof HTMLInputElement) || box.offsetParent === null) return true;
      return box.value !== typed;
    },
    `>${command}`,
    { timeout: 10_000 },
  );
}

/** @param {string} text as a string of a CSS selector */
function quote(text) {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The inner frame of the extension's webview view, once it has rendered. Open the view first.
 *
 * @param {Page} page
 * @param {number} timeout
 * @returns {Promise<import('playwright-core').Frame>}
 */
export async function panelFrame(page, timeout) {
  const deadline = Date.now() + timeout;
  for (;;) {
    for (const frame of page.frames()) {
      const count = await frame
        .locator('#gatehouse-root')
        .count()
        .catch(() => 0);
      if (count > 0) return frame;
    }
    if (Date.now() > deadline) {
      const frames = page.frames().map((frame) => frame.url().slice(0, 120));
      throw new Error(
        `No frame has an element #gatehouse-root after ${timeout / 1000} s. Open the view with ` +
          `runCommand first, and check that it sets its HTML. Frames:\n${frames.join('\n')}`,
      );
    }
    await sleep(100);
  }
}

/**
 * Clicks a button of a notification, on its toast or, where toasts are hidden, in the notification
 * centre.
 *
 * @param {Page} page
 * @param {string} button its exact text
 * @param {string | RegExp} match what the notification says
 */
export async function acceptNotification(page, button, match) {
  const visible = page
    .locator('.notifications-toasts.visible, .notifications-center.visible')
    .locator('.notification-list-item')
    .filter({ hasText: match });
  const target = visible.getByRole('button', { name: button, exact: true }).first();
  const deadline = Date.now() + ACTION_MS;
  while (Date.now() < deadline) {
    const isThere = await target.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    // A click that is given up too soon on a busy machine may have been made.
    if (isThere && (await isClicked(target))) return;
    const expand = visible.locator('.codicon-notifications-expand').first();
    if (await expand.isVisible()) await expand.click({ timeout: 1_000 }).catch(() => undefined);
    const centre = page.locator('.notifications-center.visible');
    if (!(await centre.isVisible())) await runCommand(page, 'notifications.showList');
  }
  const shown = await page.locator('.notification-list-item').allInnerTexts();
  throw new Error(
    `No notification matching ${match} has a button "${button}". Shown: ${JSON.stringify(shown)}`,
  );
}

/** @param {import('playwright-core').Locator} target */
const isClicked = (target) =>
  target.click({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );

/**
 * Clicks a button of a modal dialog. VS Code refuses modal dialogs while it runs a test suite.
 *
 * @param {Page} page
 * @param {string} button its exact text
 * @returns {Promise<string>} what the dialog said
 */
export async function answerDialog(page, button) {
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor({ timeout: ACTION_MS });
  const text = await dialog.innerText();
  await dialog.getByRole('button', { name: button, exact: true }).click({ timeout: ACTION_MS });
  await dialog.waitFor({ state: 'detached', timeout: ACTION_MS });
  return text;
}
