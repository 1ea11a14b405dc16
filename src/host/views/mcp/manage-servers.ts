import * as vscode from 'vscode';
import { escapeControlInline } from '../../../core/base/escape-control';
import { cutMarked } from '../../../core/base/text-lines';
import type { WorkspaceServer } from '../../../core/contracts/mcp/workspace-servers';
import type { ExtensionTools } from '../../mcp/extension-tools';
import type { McpServers } from '../../mcp/mcp-servers';
import type { McpServer } from '../../mcp/server';
import type { Approval, WorkspaceServers } from '../../mcp/workspace-servers';
import { shown, t } from '../../window/language';
import { neutralPickText } from '../../window/neutral-text';
import { notify, notifyFailure, offer, openSetting, withProgress } from '../../window/notify';
import { approveServer, askInputs, type ApproveServerDeps } from './approve-server';
import { chooseTools, type ChooseToolsDeps } from './choose-tools';
import {
  approvalText,
  commandText,
  noServerText,
  onText,
  stateText,
  summaryText,
} from './server-texts';

export interface ManageServersDeps extends ApproveServerDeps, ChooseToolsDeps {
  readonly workspace: ApproveServerDeps['workspace'] &
    Pick<WorkspaceServers, 'forgetInputs' | 'problems' | 'refresh' | 'withdraw'>;
  readonly servers: Pick<
    McpServers,
    'all' | 'allow' | 'approvedOf' | 'check' | 'levelOf' | 'toolsOf' | 'toolsOfOthers'
  >;
  readonly extensions: Pick<ExtensionTools, 'all' | 'allow' | 'approvedOf' | 'level'>;
  readonly showOutput: (server: string) => void;
}

/** `Gatehouse: MCP Servers…`: the state of each server, and which of its tools may run (INV-21). */
export async function manageServers(deps: ManageServersDeps): Promise<void> {
  const { servers, extensions, workspace } = deps;
  await Promise.all([workspace.refresh(), servers.check()]);
  const problems = workspace.problems();
  if ([...servers.all(), ...extensions.all().tools, ...problems].length === 0) {
    await offer('Information', noServerText(), openSetting('mcp.servers'));
    return;
  }
  const picked = await pickSource(deps, deps.servers.all());
  if (picked === 'problems') {
    const texts = problems.map((problem) => escapeControlInline(shown(problem)));
    await deps.showText(t('MCP servers'), texts.join('\n'));
  } else if (picked === 'settings') await openSetting('mcp.servers').run();
  else if (picked === 'extensions') await chooseExtensionTools(deps);
  else if (picked !== undefined) await manageServer(deps, picked);
}

type Chosen = McpServer | 'problems' | 'extensions' | 'settings';

async function pickSource(deps: ManageServersDeps, servers: readonly McpServer[]) {
  const problems = deps.workspace.problems();
  const { tools } = deps.extensions.all();
  const lines: readonly (vscode.QuickPickItem & { readonly chosen: Chosen })[] = [
    ...servers.map((server) => ({
      label: server.name,
      description: neutralPickText(
        approvalLabel(deps, server) ?? summaryText(server, deps.servers.toolsOf(server.name)),
      ),
      detail: neutralPickText([...fileLabel(server), commandText(server)].join(' · ')),
      chosen: server,
    })),
    ...(tools.length === 0
      ? []
      : [
          {
            label: t('Tools of other extensions'),
            description: onText(tools),
            detail: t('Also those of the MCP servers that VS Code itself runs.'),
            chosen: 'extensions' as const,
          },
        ]),
    ...(servers.length > 0 || problems.length > 0
      ? []
      : [{ label: t('Open Settings'), detail: noServerText(), chosen: 'settings' as const }]),
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

async function chooseServerTools(deps: ManageServersDeps, server: McpServer): Promise<void> {
  if (!(await started(deps, server))) return;
  const { servers, extensions } = deps;
  const { name } = server;
  const tools = servers.toolsOf(name);
  const problems = server.listing?.problems ?? [];
  if (tools.length === 0) {
    notify(t('the MCP server {0} offers no tools. {1}', name, problems.map(shown).join(' ')));
    return;
  }
  const ofExtensions = extensions.all().tools.map(({ tool }) => tool.name);
  await chooseTools(deps, {
    ...{ tools, problems, others: [...servers.toolsOfOthers(name), ...ofExtensions] },
    canMark: true,
    title: t('Tools of the MCP server {0}', name),
    question: t('How far do you trust the MCP server {0}?', name),
    level: servers.levelOf(name),
    approvedOf: (tool) => servers.approvedOf(name, tool),
    allow: (on, level) => servers.allow(name, on, level),
    result: (on) => t('{0} of {1} tools of {2} are on.', on, tools.length, name),
  });
}

async function chooseExtensionTools(deps: ManageServersDeps): Promise<void> {
  const { servers, extensions } = deps;
  const { tools, problems } = extensions.all();
  const others = servers.all().flatMap(({ name }) => servers.toolsOf(name));
  await chooseTools(deps, {
    ...{ tools, problems, others: others.map(({ tool }) => tool.name) },
    canMark: false,
    title: t('Tools of other extensions'),
    question: t('How far do you trust the tools of other extensions?'),
    level: extensions.level(),
    approvedOf: (tool) => extensions.approvedOf(tool),
    allow: (on, level) => extensions.allow(on, level),
    result: (on) => t('{0} of {1} tools of other extensions are on.', on, tools.length),
  });
}
