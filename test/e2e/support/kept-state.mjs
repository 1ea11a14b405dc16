// @ts-check
import { until } from './until.mjs';

/**
 * Waits until VS Code has written a text to its own storage in the browser: it gathers what
 * extensions remember, and a window that is loaded again at once comes back without it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export function keptByWorkbench(page, text) {
  return until(`"${text}" in the storage of the workbench`, () => page.evaluate(holds, text));
}

/**
 * Runs in the page.
 *
 * @param {string} text
 */
async function holds(text) {
  /** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await window.window.indexedDB.databases()) {
    const database = await done(window.window.indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => typeof value === 'string' && value.includes(text))) return true;
      }
    } finally {
      database.close();
    }
  }
  return false;
}
