import * as vscode from 'vscode';
import { cutMarked } from '../../../core/base/text-lines';
import type {
  ApprovalText,
  McpInput,
  WorkspaceServer,
} from '../../../core/contracts/mcp/workspace-servers';
import type { WorkspaceServers } from '../../mcp/workspace-servers';
import { shown, t } from '../../window/language';
import { neutralPickText } from '../../window/neutral-text';
import { confirm, notifyError } from '../../window/notify';

export interface ApproveServerDeps {
  readonly workspace: Pick<
    WorkspaceServers,
    'approvalOf' | 'approve' | 'missingInputs' | 'storeInput'
  >;
  readonly describe: (server: WorkspaceServer) => Promise<ApprovalText>;
}

/** Shows all that starts the server in VS Code's own dialog; exactly that is approved (003-mcp-4). */
export async function approveServer(
  deps: ApproveServerDeps,
  server: WorkspaceServer,
): Promise<boolean> {
  const { lines, isTooLong } = await deps.describe(server);
  if (isTooLong) {
    notifyError(
      t(
        'what starts the MCP server {0} is too long to be shown whole, so it cannot be approved. Put it into gatehouse.mcp.servers or into a script.',
        server.name,
      ),
    );
    return false;
  }
  const title =
    deps.workspace.approvalOf(server) === 'changed'
      ? t('The MCP server {0} has changed since you approved it. Approve it again?', server.name)
      : t('Approve the MCP server {0} of this workspace?', server.name);
  const warning = t(
    'It is a program of whoever wrote this workspace. It runs with your rights, outside the sandbox of the tools, and asks again only when what is shown here changes.',
  );
  const detail = [...lines.map(shown), '', warning].join('\n');
  if (!(await confirm({ title, detail, button: t('Approve') }))) return false;
  await deps.workspace.approve(server);
  return true;
}

/** Asks for what was not typed yet; false if the user gave up. */
export async function askInputs(
  { workspace }: ApproveServerDeps,
  server: WorkspaceServer,
): Promise<boolean> {
  for (const input of await workspace.missingInputs(server)) {
    const value = await askInput(server, input);
    if (value === undefined) return false;
    await workspace.storeInput(server, input, value);
  }
  return true;
}

async function askInput(
  { name, file }: WorkspaceServer,
  { id, description, password, options, initial }: McpInput,
): Promise<string | undefined> {
  const title = neutralPickText(t('{0} for the MCP server {1} of {2}', id, name, file));
  const prompt = neutralPickText(cutMarked(description, 300));
  if (options === undefined) {
    return vscode.window.showInputBox({
      ...{ title, prompt, password, ignoreFocusOut: true },
      ...(initial !== undefined && { value: initial }),
    });
  }
  const lines = options.map((value) => ({ label: neutralPickText(cutMarked(value, 200)), value }));
  const picked = await vscode.window.showQuickPick(lines, {
    ...{ title, placeHolder: prompt, ignoreFocusOut: true },
  });
  return picked?.value;
}
