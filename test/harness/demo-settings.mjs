// @ts-check
import path from 'node:path';

/**
 * The User settings that `npm start` adds: what makes the demo work without a model or a key.
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
