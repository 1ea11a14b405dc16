// @ts-check
import path from 'node:path';

/**
 * The user settings that `npm start` adds, with which the demo works without a model or key.
 *
 * @param {{ repository: string; folder: string }} places absolute paths: the source tree, and the
 *   copy of `demo/` that is open
 * @returns {Record<string, unknown>}
 */
export function demoSettings({ folder }) {
  return {
    'gatehouse.model': 'replay',
    'gatehouse.replay.file': path.join(folder, 'fix-the-failing-test.replay.json'),
  };
}
