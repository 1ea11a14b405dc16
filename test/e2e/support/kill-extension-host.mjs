// @ts-check
import { kill } from 'node:process';

import { extensionHosts } from '../../harness/extension-hosts.mjs';
import { until } from './until.mjs';

/**
 * Kills the extension host of this world with SIGKILL, as a crash of the machine's memory would.
 *
 * @param {Pick<import('./world.mjs').World, 'userDataDir'>} world
 */
export async function killExtensionHost({ userDataDir }) {
  const [pid] = await until('the extension host', async () => {
    const found = await extensionHosts(userDataDir);
    return found.length > 0 && found;
  });
  if (pid === undefined) return;
  kill(pid, 'SIGKILL');
  await until('its end', async () => !(await extensionHosts(userDataDir)).includes(pid));
}
