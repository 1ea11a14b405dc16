// @ts-check
/** A fresh copy of the demo, open in real VS Code with Gatehouse. */
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openWorkbench } from '../../harness/workbench.mjs';
import { repository } from '../../harness/install.mjs';
import { createPanel } from './panel.mjs';

/** @typedef {import('../../harness/workbench.mjs').WorkbenchOptions} WorkbenchOptions */
/** @typedef {Awaited<ReturnType<typeof openWorld>>} World */

/** Wide enough for a card and its buttons in one row. */
const SIDEBAR_WIDTH = 480;

/**
 * @param {Omit<Partial<WorkbenchOptions>, 'settings'> & {
 *   settings?: Record<string, unknown> | ((folder: string) => Record<string, unknown>);
 *   prepare?: (folder: string) => Promise<void>;
 * }} [options] `prepare` changes the copy before it is opened
 */
export async function openWorld({ settings = {}, prepare, ...options } = {}) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-e2e-')));
  const folder = path.join(root, 'demo');
  await cp(path.join(repository, 'demo'), folder, { recursive: true });
  await prepare?.(folder);
  const workbench = await openWorkbench({
    toasts: true,
    shared: Object.keys(options).length === 0,
    ...(options.vsix === undefined && { extensionPath: repository }),
    ...options,
    folder,
    settings: {
      // Its card would follow each turn that changes a file.
      'gatehouse.agent.verifyChanges': false,
      ...(typeof settings === 'function' ? settings(folder) : settings),
    },
  });
  return {
    ...workbench,
    root,
    folder,
    file: (/** @type {string} */ name) => path.join(folder, name),
    panel: createPanel(workbench.page),
    /** Opens the panel's view and widens its side bar. */
    openPanel: async () => {
      await workbench.runCommand('Gatehouse: Open Chat');
      await workbench.panelFrame();
      await widenSidebar(workbench.page);
    },
    /**
     * Opens a file in an editor, which has the focus then. The whole path finds one file only:
     * the list first shows what was opened before, and rows move when the rest arrives.
     */
    openFile: async (/** @type {string} */ name) => {
      const { page } = workbench;
      await workbench.runCommand('Go to File...');
      await page.locator('.quick-input-widget input').first().fill(name);
      const base = JSON.stringify(path.basename(name));
      await page.locator(`.quick-input-list .focused[aria-label^=${base}]`).waitFor();
      await page.keyboard.press('Enter');
      await page.locator(`.tab.active[aria-label^=${base}]`).waitFor();
      // The editor takes the focus, and with it the keys, after an older tab of the file is gone.
      await page.waitForFunction(() => {
        const active = document.activeElement;
        return active?.closest('.monaco-editor') && !active.closest('.monaco-diff-editor');
      });
    },
    close: async () => {
      await workbench.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** @param {import('playwright-core').Page} page */
async function widenSidebar(page) {
  const sidebar = page.locator('.part.sidebar');
  const box = await sidebar.boundingBox();
  if (box === null) throw new Error('The side bar is not in sight.');
  const edge = box.x + box.width + 1;
  const middle = box.y + box.height / 2;
  await page.mouse.move(edge, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + SIDEBAR_WIDTH / 2, middle, { steps: 4 });
  await page.mouse.move(box.x + SIDEBAR_WIDTH, middle, { steps: 4 });
  await page.mouse.up();
  // Away from the edge, which is drawn thick while the mouse is on it, and from titles with tooltips.
  await page.mouse.move(0, 0);
}

/**
 * @param {{ root: string }} world
 * @returns {Promise<string>} a folder outside the workspace
 */
export async function outsideFolder({ root }) {
  const folder = path.join(root, 'outside');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** @param {{ baseUrl: string }} llm */
export function serverSettings({ baseUrl }) {
  return { 'gatehouse.model': 'openai/scripted', 'gatehouse.openai.baseUrl': baseUrl };
}
