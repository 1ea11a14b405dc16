import * as vscode from 'vscode';
import { escapeControlInline } from '../../../core/base/escape-control';
import { cutMarked } from '../../../core/base/text-lines';
import type { WorkspaceServer } from '../../../core/contracts/mcp/workspace-servers';
import type { TrustLevel } from '../../../core/contracts/tool-spec';
import { knownTools } from '../../../core/tools/known.gen';
import type { McpServers } from '../../mcp/mcp-servers';
import type { McpServer } from '../../mcp/server';
import type { ServerTool } from '../../mcp/server-tools';
import type { Approval, WorkspaceServers } from '../../mcp/workspace-servers';
import { shown, t } from '../../window/language';
import { neutralPickText } from '../../window/neutral-text';
import { notify, notifyFailure, withProgress } from '../../window/notify';
import type { ShowText } from '../../window/show-text';
import { levelMeanings } from '../trust/trust-items';
import { approveServer, askInputs, type ApproveServerDeps } from './approve-server';
import { approvalText, commandText, stateText, summaryText } from './server-texts';
import { definitionText, standingText } from './tool-texts';

export interface ManageServersDeps extends ApproveServerDeps {
  readonly workspace: ApproveServerDeps['workspace'] &
    Pick<WorkspaceServers, 'forgetInputs' | 'problems' | 'refresh' | 'withdraw'>;
  readonly servers: Pick<
    McpServers,
    'all' | 'allow' | 'approvedOf' | 'check' | 'levelOf' | 'toolsOf' | 'toolsOfOthers'
  >;
  /** Time of the last call of a tool by its id; undefined if there was none. */
  readonly lastUse: (toolId: string) => Promise<number | undefined>;
  readonly showOutput: (server: string) => void;
  readonly showText: ShowText;
}

/** The state of each server, and which of its tools may run (INV-21). */
export async function manageServers(deps: ManageServersDeps): Promise<void> {
  const problems = deps.workspace.problems();
  const picked = await pickServer(deps, deps.servers.all());
  if (picked === 'problems') {
    const texts = problems.map((problem) => escapeControlInline(shown(problem)));
    await deps.showText(t('MCP servers'), texts.join('\n'));
  } else if (picked !== undefined) await manageServer(deps, picked);
}

async function pickServer(deps: ManageServersDeps, servers: readonly McpServer[]) {
  const problems = deps.workspace.problems();
  const lines: readonly (vscode.QuickPickItem & { readonly chosen: McpServer | 'problems' })[] = [
    ...servers.map((server) => ({
      label: server.name,
      description: neutralPickText(
        approvalLabel(deps, server) ?? summaryText(server, deps.servers.toolsOf(server.name)),
      ),
      detail: neutralPickText([...fileLabel(server), commandText(server)].join(' · ')),
      chosen: server,
    })),
    ...(problems.length === 0
      ? []
      : [
          {
            label: t('Not read: {0}', problems.length),
            detail: neutralPickText(cutMarked(problems.map(shown).join(' '), 200)),
            chosen: 'problems' as const,
          },
        ]),
  ];
  const picked = await vscode.window.showQuickPick(lines, {
    title: t('MCP servers'),
    placeHolder: t('A server is a program or an address that you trust'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.chosen;
}

/** Undefined for a server that may start. */
function approvalLabel({ workspace }: ManageServersDeps, { origin }: McpServer) {
  return origin === undefined ? undefined : approvalText(workspace.approvalOf(origin));
}

function fileLabel({ origin }: McpServer): readonly string[] {
  return origin === undefined ? [] : [origin.file];
}

async function manageServer(deps: ManageServersDeps, server: McpServer): Promise<void> {
  const { origin } = server;
  const action = await pickAction(deps, server);
  if (action === 'tools') await chooseServerTools(deps, server);
  else if (action === 'start') await started(deps, server);
  else if (action === 'stop') await server.end('gently');
  else if (action === 'output') deps.showOutput(server.name);
  if (origin === undefined) return;
  if (action === 'file') {
    await vscode.window.showTextDocument(vscode.Uri.file(`${origin.folder}/${origin.file}`));
  } else if (action === 'withdraw') await deps.workspace.withdraw(origin);
  else if (action === 'forget') await deps.workspace.forgetInputs(origin);
  else if (action === 'approve' && (await approveServer(deps, origin))) {
    await manageServer(deps, server);
  }
}

type Action = 'tools' | 'start' | 'stop' | 'output' | 'approve' | 'withdraw' | 'forget' | 'file';
type ActionLine = vscode.QuickPickItem & { readonly action: Action };

async function pickAction(deps: ManageServersDeps, server: McpServer): Promise<Action | undefined> {
  const { origin } = server;
  const approval = approvalLabel(deps, server);
  const lines: readonly ActionLine[] = [
    ...(approval === undefined ? runActions(server) : []),
    ...(origin === undefined ? [] : fileActions(origin, deps.workspace.approvalOf(origin))),
  ];
  const title = neutralPickText(`${server.name}: ${approval ?? stateText(server)}`);
  return (await vscode.window.showQuickPick(lines, { title }))?.action;
}

function runActions(server: McpServer): readonly ActionLine[] {
  const isUp = server.state === 'running' || server.state === 'starting';
  return [
    {
      label: t('Choose its tools…'),
      detail: t('Starts the server and shows what it offers.'),
      action: 'tools',
    },
    isUp
      ? { label: t('Stop'), detail: t('Ends it and all that it started.'), action: 'stop' }
      : { label: t('Start'), detail: neutralPickText(commandText(server)), action: 'start' },
    { label: t('Show its output'), action: 'output' },
  ];
}

function fileActions(origin: WorkspaceServer, approval: Approval): readonly ActionLine[] {
  const approve: ActionLine = {
    label: t('Look at it and approve…'),
    detail: t('Shows all that starts it. Nothing of it starts before.'),
    action: 'approve',
  };
  const withdraw: ActionLine = {
    label: t('Withdraw the approval'),
    detail: t('Ends it, and forgets what you typed for it.'),
    action: 'withdraw',
  };
  const forget: ActionLine = { label: t('Forget what you typed for it'), action: 'forget' };
  const open: ActionLine = {
    label: t('Open the file'),
    detail: neutralPickText(`${origin.folder}/${origin.file}`),
    action: 'file',
  };
  return [
    ...(approval === 'approved' ? [] : [approve]),
    ...(approval === 'none' ? [] : [withdraw]),
    ...(approval === 'none' || origin.inputs.length === 0 ? [] : [forget]),
    open,
  ];
}

async function started(deps: ManageServersDeps, server: McpServer): Promise<boolean> {
  if (server.origin !== undefined && !(await askInputs(deps, server.origin))) return false;
  const connected = await withProgress(t('starting the MCP server {0}', server.name), (signal) =>
    server.restart(signal),
  );
  if (!connected.ok && connected.failure.errorCode !== 'cancelled') {
    notifyFailure(connected.failure);
  }
  return connected.ok;
}

/** Every tool is off until the user switches it on here; one that has changed is off again. */
async function chooseServerTools(deps: ManageServersDeps, server: McpServer): Promise<void> {
  if (!(await started(deps, server))) return;
  const tools = deps.servers.toolsOf(server.name);
  const problems = server.listing?.problems ?? [];
  if (tools.length === 0) {
    notify(
      t('the MCP server {0} offers no tools. {1}', server.name, problems.map(shown).join(' ')),
    );
    return;
  }
  const chosen = await pickTools(deps, server, tools);
  if (chosen === undefined) return;
  // The list may have changed while the question was open: only what was shown is switched on.
  const level =
    deps.servers.levelOf(server.name) ?? (chosen.length > 0 ? await askLevel(server) : undefined);
  if (level === undefined) return;
  const changed = await deps.servers.allow(server.name, chosen, level);
  if (!changed.ok) {
    notifyFailure(changed.failure);
    return;
  }
  notify(t('{0} of {1} tools of {2} are on.', chosen.length, tools.length, server.name));
}

interface ToolLine extends vscode.QuickPickItem {
  readonly entry: ServerTool;
}

async function pickTools(
  deps: ManageServersDeps,
  server: McpServer,
  tools: readonly ServerTool[],
): Promise<readonly ServerTool[] | undefined> {
  const look = { iconPath: new vscode.ThemeIcon('file-code'), tooltip: t('Show its definition') };
  const mark = { iconPath: new vscode.ThemeIcon('eye'), tooltip: t('Say that it only reads') };
  const unmark = {
    iconPath: new vscode.ThemeIcon('eye-closed'),
    tooltip: t('No longer say that it only reads'),
  };
  const usable = tools.filter(({ standing }) => standing !== 'unusable');
  const others = [...knownTools.map(({ id }) => id), ...deps.servers.toolsOfOthers(server.name)];
  const lineOf = (entry: ServerTool): ToolLine => ({
    label: neutralPickText(cutMarked(escapeControlInline(entry.tool.name), 80)),
    description: neutralPickText(standingText(entry, others)),
    detail: neutralPickText(
      cutMarked(escapeControlInline(entry.tool.description ?? t('(no description)')), 300),
    ),
    buttons: [look, entry.onlyReads === true ? unmark : mark],
    entry,
  });
  const pick = vscode.window.createQuickPick<ToolLine>();
  pick.title = unusableTitle(server, tools);
  pick.placeholder = t(
    'Selected tools are offered to the model; trust level and rules decide which calls ask',
  );
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = usable.map(lineOf);
  pick.selectedItems = pick.items.filter(({ entry }) => entry.standing === 'on');
  try {
    return await new Promise((settle) => {
      pick.onDidTriggerItemButton(({ button, item }) => {
        const { entry } = item;
        if (button === look) void showDefinition(deps, server, { entry, others });
        else replaceLine(pick, item, lineOf({ ...entry, onlyReads: entry.onlyReads !== true }));
      });
      pick.onDidAccept(() => settle(pick.selectedItems.map(({ entry }) => entry)));
      pick.onDidHide(() => settle(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** In its place, selected and active as before. */
function replaceLine(pick: vscode.QuickPick<ToolLine>, old: ToolLine, line: ToolLine): void {
  const replaced = (lines: readonly ToolLine[]) =>
    lines.map((each) => (each === old ? line : each));
  const selected = replaced(pick.selectedItems);
  pick.items = replaced(pick.items);
  pick.selectedItems = selected;
  pick.activeItems = [line];
}

async function showDefinition(
  { servers, lastUse, showText }: ManageServersDeps,
  { name }: McpServer,
  { entry, others }: { readonly entry: ServerTool; readonly others: readonly string[] },
): Promise<void> {
  const facts = {
    others,
    approved: servers.approvedOf(name, entry.tool.name),
    lastUse: entry.bound === undefined ? undefined : await lastUse(entry.bound.id),
  };
  await showText(t('Tool of the MCP server {0}', name), definitionText(entry, facts));
}

function unusableTitle({ name, listing }: McpServer, tools: readonly ServerTool[]): string {
  const unusable = tools.filter(({ standing }) => standing === 'unusable');
  const problems = [
    ...unusable.map(
      (each) => `${each.tool.name}: ${each.problem === undefined ? '' : shown(each.problem)}`,
    ),
    ...(listing?.problems ?? []).map(shown),
  ];
  const title = t('Tools of the MCP server {0}', name);
  if (problems.length === 0) return title;
  return neutralPickText(cutMarked(escapeControlInline(`${title} (${problems.join(' ')})`), 300));
}

/** Decision 68: the level with which chats start to use the tools of a new server. */
async function askLevel({ name }: McpServer): Promise<TrustLevel | undefined> {
  const meanings = levelMeanings();
  const levels = ['provisional', 'untrusted', 'trusted'] as const;
  const lines = levels.map((level) => ({
    label: level,
    description: level === 'provisional' ? t('proposed') : '',
    detail: meanings[level],
    level,
  }));
  const picked = await vscode.window.showQuickPick(lines, {
    title: t('How far do you trust the MCP server {0}?', name),
    placeHolder: t('Every chat starts with this level; "Gatehouse: Set Trust Level…" changes it'),
    ignoreFocusOut: true,
  });
  return picked?.level;
}
