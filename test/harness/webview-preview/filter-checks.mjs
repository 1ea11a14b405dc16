// @ts-check
/** Checks of cards whose output filters have shortened, and of repeated results. */
import assert from 'node:assert/strict';

import { filteredCard, partlySureCard, rawText, repeatedCard } from './filter-scene.mjs';
import { state, user } from './items.mjs';
import { themes } from './themes.mjs';
import { drawn, focusName, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const filterChecks = [];

/** @param {string} name @param {(preview: Preview) => Promise<void>} check */
function check(name, check) {
  filterChecks.push([name, check]);
}

const line = 'Shortened for the model: 342 → 28 lines';

/** @param {...object} items */
function scene(...items) {
  return { state: state({ model: 'm' }), items: [user('#1', 'Test it.'), ...items] };
}

check('003-filters-6: a card shows what was omitted, closed or open', async (preview) => {
  const { page } = preview;
  await show(preview, scene(filteredCard));
  const card = page.getByRole('article', { name: 'bash cargo test' });
  const stats = card.getByText(line, { exact: true });
  assert.ok(await stats.isVisible());
  await card.locator('.card-head').click();
  assert.ok(await stats.isVisible());
  assert.equal(await card.getByText('What the model read').count(), 0);
});

check('the filter line names its rules and confidence', async (preview) => {
  const { page } = preview;
  await show(preview, scene(filteredCard, partlySureCard));
  const said = page.getByRole('img', {
    name: /^Shortened for the model from 342 to 28 lines/,
  });
  assert.equal(
    await said.getAttribute('aria-label'),
    'Shortened for the model from 342 to 28 lines. The rules know this kind of output. By: cargo-test',
  );
  assert.equal(
    await said.getAttribute('title'),
    'The rules know this kind of output. By: cargo-test',
  );
  const unsure = page.getByRole('img', {
    name: /not sure about this output.* By: make, log-dedup$/,
  });
  assert.equal(await unsure.getByText('partial').count(), 1);
  assert.equal(await said.getByText('full').count(), 0);
});

check(
  'a partially confident filter suggests the raw output, a fully confident one does not',
  async (preview) => {
    const { page } = preview;
    await show(preview, scene(filteredCard, partlySureCard));
    await page.getByRole('article', { name: 'bash make' }).locator('.card-head').click();
    const hint = page.getByText('check the raw output');
    assert.equal(await hint.count(), 1);
    await patch(preview, { op: 'item', item: { ...partlySureCard, raw: 'all' } });
    assert.equal(await hint.count(), 0);
  },
);

check(
  'raw and filtered output can be switched by keyboard, and the host provides them',
  async (preview) => {
    const { page } = preview;
    await show(preview, scene(filteredCard));
    const filtered = page.getByRole('button', { name: 'Show filtered' });
    const raw = page.getByRole('button', { name: 'Show raw' });
    const pressed = async () => [
      await filtered.getAttribute('aria-pressed'),
      await raw.getAttribute('aria-pressed'),
    ];
    assert.deepEqual(await pressed(), ['true', 'false']);
    assert.match(await page.getByLabel('What the model read').innerText(), /^test result: FAILED/);
    await filtered.focus();
    await page.keyboard.press('Tab');
    assert.equal(await focusName(preview), 'Show raw');
    await page.keyboard.press('Space');
    assert.deepEqual(await lastPosted(preview, 'showRaw'), {
      type: 'showRaw',
      itemId: 'filtered-1',
      isRaw: true,
    });
    await patch(preview, { op: 'item', item: { ...filteredCard, raw: rawText } });
    assert.deepEqual(await pressed(), ['false', 'true']);
    assert.equal(await focusName(preview), 'Show raw');
    assert.match(await page.getByLabel('Raw output').innerText(), /test shop::case_200 \.\.\. ok/);
    await page.getByRole('button', { name: 'Copy output' }).click();
    assert.equal((await lastPosted(preview, 'copy'))?.text, rawText);
    await filtered.click();
    assert.equal((await lastPosted(preview, 'showRaw'))?.isRaw, false);
  },
);

check(
  'a raw output that has expired is reported, and the filtered output stays',
  async (preview) => {
    const { page } = preview;
    await show(preview, scene(filteredCard));
    await patch(preview, { op: 'item', item: { ...filteredCard, raw: null } });
    await page.getByText('The raw output is no longer stored').waitFor();
    await page.getByRole('button', { name: 'Copy output' }).click();
    assert.equal((await lastPosted(preview, 'copy'))?.text, filteredCard.text);
    await patch(preview, { op: 'item', item: filteredCard });
    assert.match(await page.getByLabel('What the model read').innerText(), /^test result: FAILED/);
  },
);

check('a repeated result links to the first card', async (preview) => {
  const { page } = preview;
  await show(preview, scene(partlySureCard, repeatedCard));
  await page.getByRole('button', { name: 'Same output as an earlier call' }).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await lastPosted(preview, 'showRepeated'), {
    type: 'showRepeated',
    itemId: 'filtered-3',
  });
});

check('a filtered card fits every theme: names, contrast and width', async (preview) => {
  const { page } = preview;
  for (const [name, theme] of Object.entries(themes)) {
    await page.evaluate(({ kind, variables }) => {
      document.documentElement.removeAttribute('style');
      for (const [variable, value] of Object.entries(variables)) {
        document.documentElement.style.setProperty(`--vscode-${variable}`, value);
      }
      document.body.className = kind;
    }, theme);
    await page.setViewportSize({ width: 240, height: 800 });
    await show(preview, scene({ ...filteredCard, raw: rawText }, partlySureCard, repeatedCard));
    await drawn(page);
    const found = await page.evaluate(inspect, '.card-note > *, .output-head, .switch > button');
    assert.ok(found.length >= 8, 'everything is looked at');
    for (const { text, contrast, overflow } of found) {
      assert.ok(contrast >= 4.5, `${name}: "${text}" has a contrast of ${contrast}`);
      assert.ok(overflow <= 0, `${name}: "${text}" is cut`);
    }
    const unnamed = await page
      .locator('.card button')
      .evaluateAll(
        (buttons) => buttons.filter((each) => !(each.ariaLabel ?? each.textContent)?.trim()).length,
      );
    assert.equal(unnamed, 0);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(sideways, 0, `${name} scrolls sideways`);
  }
});

/**
 * Runs in the page: text, contrast against what is painted behind, and how far it is wider than its
 * card.
 *
 * @param {string} selector
 */
function inspect(selector) {
  /** @param {string} colour */
  const parse = (colour) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return { red, green, blue, alpha };
  };
  /** @param {Element | null} element @returns {number[]} */
  const behind = (element) => {
    if (element === null) return [255, 255, 255];
    const { red, green, blue, alpha } = parse(window.getComputedStyle(element).backgroundColor);
    const below = alpha < 1 ? behind(element.parentElement) : [0, 0, 0];
    return [red, green, blue].map((part, at) => part * alpha + (below[at] ?? 0) * (1 - alpha));
  };
  /** @param {number[]} rgb */
  const luminance = (rgb) => {
    const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return [...document.querySelectorAll(selector)].map((element) => {
    const back = behind(element);
    const { red, green, blue, alpha } = parse(window.getComputedStyle(element).color);
    const front = [red, green, blue].map(
      (part, at) => part * alpha + (back[at] ?? 0) * (1 - alpha),
    );
    const [lighter = 0, darker = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const card = element.closest('.card')?.getBoundingClientRect().right ?? 0;
    return {
      text: element.textContent,
      contrast: (lighter + 0.05) / (darker + 0.05),
      overflow: element.getBoundingClientRect().right - card,
    };
  });
}
