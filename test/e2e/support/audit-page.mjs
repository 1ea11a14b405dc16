// @ts-check
import { isShown, until } from './until.mjs';

/**
 * The page of the audit log, once it has drawn its table. Its webview is replaced at each drawing,
 * so look it up again after a refresh.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<import('playwright-core').Frame>}
 */
export function auditPage(page) {
  return until('the audit log', async () => {
    for (const frame of page.frames()) {
      const heading = frame.getByRole('heading', { name: 'Audit log', exact: true });
      if (await isShown(heading)) return frame;
    }
    return undefined;
  });
}
