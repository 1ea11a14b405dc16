// @ts-check
/** How a page of Gatehouse is looked at: in a theme and at a width, both set in the page itself. */
/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('../support/world.mjs').World} World */
/** @typedef {{ style: string; kind: string }} Theme as VS Code gives it to a page */

/** CSS pixels; the last is the whole window next to the activity bar. */
export const widths = [300, 800, 1352];

/** By the name of their shots: VS Code's label, and the class it gives a page. */
const themes = {
  dark: { label: 'Dark Modern', kind: 'vscode-dark' },
  light: { label: 'Light Modern', kind: 'vscode-light' },
  'hc-dark': { label: 'Dark High Contrast', kind: 'vscode-high-contrast' },
  'hc-light': { label: 'Light High Contrast', kind: 'vscode-high-contrast-light' },
};
const themeNames = /** @type {(keyof typeof themes)[]} */ (Object.keys(themes));

/**
 * What VS Code gives its pages in each theme: to set it is much faster than to change the theme.
 *
 * @param {World} world
 * @param {Frame} frame
 * @returns {Promise<Record<string, Theme>>}
 */
export async function learnThemes({ page, runCommand }, frame) {
  /** @type {Record<string, Theme>} */
  const learned = {};
  await runCommand('Preferences: Color Theme');
  const input = page.locator('.quick-input-widget input').first();
  // The list shows what is chosen in it before it is taken.
  for (const name of [...themeNames.slice(1), ...themeNames.slice(0, 1)]) {
    const { label, kind } = themes[name];
    await input.fill(label);
    await frame.waitForFunction(
      (wanted) =>
        document.body.classList.contains(wanted) && document.body.dataset['vscodeThemeId'],
      kind,
    );
    learned[name] = await frame.evaluate(() => ({
      style: document.documentElement.style.cssText,
      kind: document.body.className,
    }));
  }
  await page.keyboard.press('Escape');
  return learned;
}

/** @param {Frame} frame @param {Theme | undefined} theme */
export async function useTheme(frame, theme) {
  await frame.evaluate((to) => {
    document.documentElement.style.cssText = to?.style ?? '';
    document.body.className = to?.kind ?? '';
  }, theme);
}

/**
 * Shows the page at a width, over the rest of the window.
 *
 * @param {Frame} frame
 * @param {number} width
 */
export async function useWidth(frame, width) {
  const holder = await holderOf(frame);
  await holder.evaluate((element, to) => {
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(
      `:has(> .at-width) { clip-path: none !important }
       .at-width { position: fixed !important; left: 48px !important; width: ${to}px !important; z-index: 100 !important }`,
    );
    document.adoptedStyleSheets = [sheet];
    element.parentElement?.classList.add('at-width');
  }, width);
  await frame.waitForFunction((to) => window.innerWidth === to, width);
  await settled(frame);
}

/** Shows the page in its place again. @param {Frame} frame */
export async function resetWidth(frame) {
  const holder = await holderOf(frame);
  await holder.evaluate((element) => element.parentElement?.classList.remove('at-width'));
}

/**
 * The element of the window that shows a page.
 *
 * @param {Frame} frame
 */
export async function holderOf(frame) {
  const holder = await frame.parentFrame()?.frameElement();
  if (!holder) throw new Error('The page is in no webview.');
  return holder;
}

/**
 * Waits for the page to be drawn, and for answers, which are off for a moment after each move.
 *
 * @param {Frame} frame
 */
async function settled(frame) {
  await frame.evaluate(async () => {
    for (let at = 0; at < 3; at += 1) {
      await new Promise((resolve) => window.requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
  const off = ':is(.approval-buttons, .together-bar) button[aria-disabled="true"]';
  await frame.waitForFunction((found) => document.querySelector(found) === null, off);
}

/** @param {Frame} frame @param {'ltr' | 'rtl'} direction */
export async function setDirection(frame, direction) {
  await frame.evaluate((to) => {
    document.documentElement.dir = to;
  }, direction);
  await settled(frame);
}
