import { offer, openSetting } from '../../window/notify';
import { noServerText } from './server-texts';
import type { manageServers, ManageServersDeps } from './manage-servers';

/** `Gatehouse: MCP Servers…`: loads the view only where there is something to list. */
export async function openServers(
  deps: ManageServersDeps,
  load: () => Promise<{ readonly manageServers: typeof manageServers }>,
): Promise<void> {
  const { servers, extensions, workspace } = deps;
  await Promise.all([workspace.refresh(), servers.check()]);
  const isOffered = servers.all().length > 0 || extensions.all().tools.length > 0;
  if (isOffered || workspace.problems().length > 0) {
    await (await load()).manageServers(deps);
    return;
  }
  await offer('Information', noServerText(), openSetting('mcp.servers'));
}
