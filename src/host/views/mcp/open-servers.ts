import { t } from '../../window/language';
import { offer, openSetting } from '../../window/notify';
import type { manageServers, ManageServersDeps } from './manage-servers';

/** `Gatehouse: MCP Servers…`: loads the view only where a server is configured. */
export async function openServers(
  deps: ManageServersDeps,
  load: () => Promise<{ readonly manageServers: typeof manageServers }>,
): Promise<void> {
  await Promise.all([deps.workspace.refresh(), deps.servers.check()]);
  if (deps.servers.all().length > 0 || deps.workspace.problems().length > 0) {
    await (await load()).manageServers(deps);
    return;
  }
  const text = t(
    'no MCP server is configured. Add one to gatehouse.mcp.servers, .vscode/mcp.json or .mcp.json.',
  );
  await offer('Information', text, openSetting('mcp.servers'));
}
