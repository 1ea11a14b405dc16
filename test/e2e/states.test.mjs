// @ts-check
/**
 * What users see: no violation of axe, no text cut off or covered, and the accessibility tree of each
 * state as its golden has it. `npm run golden` rewrites the goldens: read their diff.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { after, before, describe, it } from 'mocha';

import {
  learnThemes,
  resetWidth,
  setDirection,
  useTheme,
  useWidth,
  widths,
} from './states/looks.mjs';
import { faultsOf } from './states/measure.mjs';
import { states } from './states/states.mjs';
import { goldenOf, treeOf } from './states/tree.mjs';
import { openStage } from './states/world.mjs';

const goldens = fileURLToPath(new URL('./states/goldens', import.meta.url));
const isWriting = process.env['npm_lifecycle_event'] === 'golden';

/** @typedef {import('playwright-core').Frame} Frame */

describe('What users see', () => {
  /** @type {Awaited<ReturnType<typeof openStage>>} */
  let stage;
  /** @type {Record<string, import('./states/looks.mjs').Theme>} */
  let themes;
  before(async () => {
    await mkdir(goldens, { recursive: true });
    stage = await openStage();
    themes = await learnThemes(stage.world, await stage.world.panelFrame());
  });
  after(() => stage?.close());

  /**
   * All rules in one theme, and what depends on the theme in the others.
   *
   * @param {Frame} frame
   */
  async function violations(frame) {
    await frame.evaluate(axe.source);
    /** @type {string[]} */
    const found = [];
    for (const [name, theme] of Object.entries(themes)) {
      await useTheme(frame, theme);
      const rules = name === 'dark' ? undefined : ['color-contrast', 'link-in-text-block'];
      found.push(...(await frame.evaluate(runAxe, rules)).map((each) => `${name}: ${each}`));
    }
    await useTheme(frame, themes['dark']);
    return found;
  }

  for (const { name, make, leave } of states) {
    it(name, async () => {
      const frame = (await make(stage)) ?? (await stage.world.panelFrame());
      /** @type {Map<number, string>} */
      const trees = new Map();
      /** @type {string[]} */
      const faults = [];
      for (const width of widths) {
        await useWidth(frame, width);
        trees.set(width, await treeOf(frame));
        faults.push(...(await faultsOf(frame)).map((fault) => `${width} px: ${fault}`));
      }
      // Of a window at 200 %, and of the narrowest side bar.
      await useWidth(frame, 218);
      faults.push(...(await faultsOf(frame)).map((fault) => `218 px: ${fault}`));
      await setDirection(frame, 'rtl');
      faults.push(...(await faultsOf(frame)).map((fault) => `218 px, right to left: ${fault}`));
      await setDirection(frame, 'ltr');
      await useWidth(frame, widths[0] ?? 0);
      faults.push(...(await violations(frame)));
      await resetWidth(frame);
      await leave?.(stage);
      assert.equal(faults.join('\n'), '');
      const golden = path.join(goldens, `${name}.txt`);
      if (isWriting) await writeFile(golden, goldenOf(trees));
      assert.equal(goldenOf(trees), await readFile(golden, 'utf8'));
    });
  }
});

/** Runs in the page. @param {string[] | undefined} rules */
async function runAxe(rules) {
  const inPage = Reflect.get(window, 'axe');
  const options = rules === undefined ? {} : { runOnly: rules };
  const { violations } = await inPage.run(document, { ...options, resultTypes: ['violations'] });
  return violations.flatMap((/** @type {any} */ { id, nodes }) =>
    nodes.map((/** @type {any} */ { html }) => `${id}: ${html.slice(0, 200)}`),
  );
}
