// @ts-check
/** What a flushed call cannot do without: the calls of the system that its answer needs. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Length of an audit line of the trivial call. */
const lineBytes = 1000;

/** @returns {Promise<import('../child.mjs').Subject>} */
export async function openSubject() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-bench-'));
  const handle = await open(path.join(folder, 'lines'), 'a');
  const line = Buffer.from(`${'x'.repeat(lineBytes - 1)}\n`);
  return {
    call: async () => {
      await handle.appendFile(line);
      await handle.datasync();
    },
    close: async () => {
      await handle.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
