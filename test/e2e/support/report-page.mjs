// @ts-check
import { isShown, until } from './until.mjs';

/**
 * The page of a report (Explain, Status, Check Setup, Replay), once it shows `part`. Look it up again
 * after another report of the same kind: it takes the place of the first.
 *
 * @param {import('playwright-core').Page} page
 * @param {'Explain Decision' | 'Status' | 'Check Setup' | 'Replay'} title
 * @param {string} [part]
 * @returns {Promise<import('playwright-core').Frame>}
 */
export function reportPage(page, title, part = '') {
  return until(`the page "${title}" with "${part}"`, async () => {
    for (const frame of page.frames()) {
      const heading = frame.getByRole('heading', { name: title, exact: true });
      if (!(await isShown(heading))) continue;
      const text = await frame.locator('main').innerText();
      if (text.includes(part)) return frame;
    }
    return undefined;
  });
}

/**
 * Everything on the page, what is folded too.
 *
 * @param {import('playwright-core').Frame} frame
 */
export async function reportText(frame) {
  return (await frame.locator('main').textContent())?.replaceAll(/\s+/g, ' ') ?? '';
}
