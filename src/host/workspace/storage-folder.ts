import * as path from 'node:path';

/**
 * The storage folder that all windows of a workspace share. A window that finds VS Code's folder of
 * its workspace in use gets one next to it, `<workspace>-1` to `-9`; our store supports several
 * windows, and its chats and audit log are those of the workspace, not of a window.
 */
export function sharedStorage(storage: string): string {
  const workspace = path.dirname(storage);
  const first = /^(-?[0-9a-f]+)-[1-9]$/.exec(path.basename(workspace))?.[1];
  return first === undefined
    ? storage
    : path.join(path.dirname(workspace), first, path.basename(storage));
}
