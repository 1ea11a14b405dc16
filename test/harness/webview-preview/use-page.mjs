// @ts-check
/** Actions of checks on the panel's page. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @param {Preview} preview @param {{ state: object; items: readonly object[] }} scene */
export async function show({ send, page }, scene) {
  await send({ type: 'snapshot', state: scene.state, items: scene.items });
  await page.locator('.composer').waitFor();
  await drawn(page);
}

/** @param {Preview} preview @param {string} type */
export async function lastPosted({ posted }, type) {
  return (await posted()).filter((message) => message.type === type).at(-1);
}

/** @param {Preview} preview @param {object[]} changes */
export async function patch({ send, page }, ...changes) {
  await send({ type: 'patch', changes });
  await drawn(page);
}

/**
 * Resolves when the page has rendered its messages: on a busy machine no fixed number of milliseconds is enough.
 *
 * @param {import('playwright-core').Page} page
 */
export async function drawn(page) {
  await page.evaluate(async () => {
    for (let at = 0; at < 4; at += 1) {
      await new Promise((resolve) => window.requestAnimationFrame(() => setTimeout(resolve, 10)));
    }
  });
}

/**
 * Repeats the assertion until it holds; throws its last failure after half a minute.
 *
 * @param {() => Promise<void>} claim
 */
export async function eventually(claim) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await claim();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(20);
  }
}

/**
 * Waits for an announcement to screen readers: some follow the rendering.
 *
 * @param {Preview} preview @param {string | RegExp} text
 */
export function announced({ page }, text) {
  return eventually(async () => {
    const heard = (await page.locator('.panel > [role="status"]').textContent()) ?? '';
    if (typeof text === 'string') assert.equal(heard, text);
    else assert.match(heard, text);
  });
}

/**
 * The label or text of the focused element.
 *
 * @param {Preview} preview
 */
export function focusName({ page }) {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.ariaLabel ?? element?.textContent?.trim();
  });
}

/**
 * Presses keys without a rendering between them: on the focused element, with what a browser does for
 * Enter on a button and for a character in a text field. With `when`, as soon as such an element exists.
 *
 * @param {Preview} preview @param {readonly string[]} keys @param {string} [when] a selector
 */
export function pressAtOnce({ page }, keys, when) {
  return page.evaluate(
    async (given) => {
      const press = (/** @type {string} */ name) => {
        const key = name.replace('Control+', '');
        const target = document.activeElement;
        const options = { key, ctrlKey: key !== name, bubbles: true, cancelable: true };
        if (target?.dispatchEvent(new window.KeyboardEvent('keydown', options)) !== true) return;
        // The handler may have moved the focus: a character goes to what has it then.
        const field = document.activeElement;
        const isField =
          field instanceof window.HTMLTextAreaElement || field instanceof window.HTMLInputElement;
        if (key === 'Enter' && target instanceof window.HTMLButtonElement) target.click();
        if (key.length > 1 || !isField) return;
        field.setRangeText(key, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
        field.dispatchEvent(new window.InputEvent('input', { data: key, bubbles: true }));
      };
      if (given.when !== undefined && document.querySelector(given.when) === null) {
        const { when } = given;
        await new Promise((resolve) => {
          const observer = new window.MutationObserver(() => {
            if (document.querySelector(when) === null) return;
            observer.disconnect();
            // Here, before the browser paints.
            given.keys.forEach(press);
            resolve(undefined);
          });
          observer.observe(document.body, { childList: true, subtree: true });
        });
      } else given.keys.forEach(press);
    },
    { keys: [...keys], when },
  );
}

/** @param {Preview} preview */
export const inputOf = ({ page }) => page.getByRole('textbox', { name: 'Message', exact: true });

/** @param {string | RegExp} name of a button; @returns {(preview: Preview) => Promise<void>} */
export const onButton =
  (name) =>
  async ({ page }) => {
    const button = page.getByRole('button', { name }).first();
    await eventually(async () => assert.ok(await button.isEnabled()));
    await button.focus();
  };

/** @param {string | RegExp} name of a button; @returns {(preview: Preview) => Promise<void>} */
export const pressed = (name) => async (preview) => {
  await onButton(name)(preview);
  await preview.page.keyboard.press('Enter');
};
