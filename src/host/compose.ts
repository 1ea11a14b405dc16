import * as os from 'node:os';
import * as vscode from 'vscode';
import { redactText } from '../core/base/redact';
import { createAgent } from '../core/agent/agent';
import { connectInMemory } from '../core/agent/link';
import type { BoundTool } from '../core/contracts/bound-tool';
import type { PipelineParts } from '../core/pipeline/deps';
import { createRunner, type Pipeline } from '../core/pipeline/runner';
import type { AcpAgent } from '../core/ports/acp';
import type { Disposable } from '../core/ports/disposable';
import { systemClock } from '../adapters/system/clock';
import { systemIds } from '../adapters/system/ids';
import { composeApprovals } from './compose/approvals';
import { composeCommands } from './compose/commands';
import { composeModels, type Models } from './compose/models';
import { composePipelineParts } from './compose/pipeline';
import { composePolicy } from './compose/policy';
import { composeStore } from './compose/storage';
import { createLog } from './log';
import { describeModel } from './models/model-id';
import { createPanel, type Panel, type PanelWorkspace } from './panel/panel';
import { ReadOnlyDocuments } from './panel/read-only-documents';
import { createSettings } from './settings/create-settings';
import type { HostTerminals } from './terminals/command-terminals';
import { createTerminals } from './terminals/create-terminals';
import { createHostWorkspace, type HostWorkspace } from './workspace';

/** The running extension. */
export interface Composition {
  /** Empty for other extensions; the parts, only while VS Code runs tests (DESIGN section 6). */
  readonly exports: Partial<Parts>;
  close(): Promise<void>;
}

/** What tests look at from the extension's entry. */
export type Parts = ReturnType<typeof composeBase> & {
  readonly panel: Panel;
  readonly pipeline: Pipeline;
  /** One more pipeline of the same parts, with some of them replaced. */
  readonly makePipeline: (changed: Partial<PipelineParts>) => Pipeline;
  /** What the pipeline is made of. */
  readonly pipelineParts: PipelineParts;
  readonly terminals: HostTerminals;
  readonly models: Models;
};

const noticesKey = 'gatehouse.notices';

/** The one composition root: makes everything, starts nothing. */
export function compose(context: vscode.ExtensionContext): Composition {
  let tools: readonly BoundTool[] = [];
  const base = composeBase(context, () => tools);
  const { log, settings, workspace, store, approvals, grants, trust, documents } = base;
  const models = composeModels(context.secrets, settings);
  const terminals = createTerminals({
    workspace,
    env: process.env,
    clock: systemClock,
    ids: systemIds,
    chatTitle: (sessionId) => panel.chats.titleOf(sessionId),
  });
  const pipelineParts = composePipelineParts({
    ...base,
    extensionPath: context.extensionPath,
    terminals,
  });
  ({ tools } = pipelineParts);
  const pipeline = createRunner(pipelineParts);
  let agent: AcpAgent | undefined;
  const panel = createPanel({
    extensionUri: context.extensionUri,
    agent: () => (agent ??= connectInMemory(makeAgent, { ...panel.client, ...approvals.client })),
    approvals: approvals.pending,
    actions: approvals.actions,
    documents,
    overflow: store.overflow,
    clock: systemClock,
    model: () => describeModel(settings.get('model')),
    onDidChangeModel: (listener) => settings.onDidChange(listener),
    pickModel: () => void vscode.commands.executeCommand('gatehouse.pickModel'),
    workspace: panelWorkspace(workspace),
    onChatClosed: (sessionId) => {
      terminals.endSession(sessionId);
      grants.endSession(sessionId);
      trust.endSession(sessionId);
      pipeline.reset(sessionId);
    },
    explain: (itemId) => native.explainCall(itemId),
    revealTerminal: (terminalId) => {
      terminals.reveal(terminalId);
    },
    log,
  });
  const makeAgent = createAgent({
    llms: models.llms,
    runner: pipeline,
    ids: systemIds,
    workspace,
    maxIterations: () => settings.get('agent.maxToolIterations'),
    actorId: base.actorId,
    tenantId: () => workspace.key(),
    platform: process.platform,
  });
  const native = composeCommands({ ...base, context, models, pipeline, panel, terminals });
  const owned = [...native.owned, panel, terminals, models.http, ...base.owned];
  const makePipeline: Parts['makePipeline'] = (changed) =>
    createRunner({ ...pipelineParts, ...changed });
  return {
    exports:
      context.extensionMode === vscode.ExtensionMode.Test
        ? { ...base, panel, pipeline, makePipeline, pipelineParts, terminals, models }
        : {},
    close: async () => {
      for (const each of owned) each.dispose();
      await store.close();
    },
  };
}

function panelWorkspace(workspace: HostWorkspace): PanelWorkspace {
  return {
    hasFolder: () => workspace.roots().length > 0,
    isTrusted: () => workspace.isTrusted(),
    cwd: () => workspace.roots()[0] ?? os.homedir(),
    onDidChange: (listener) => workspace.onDidChange(listener),
  };
}

/** What everything else stands on. */
function composeBase(context: vscode.ExtensionContext, tools: () => readonly BoundTool[]) {
  const log = createLog((text) => redactText(text).text);
  const workspace = createHostWorkspace();
  const settings = createSettings({
    caseSensitive: workspace.caseSensitive(),
    memory: {
      get: () => context.workspaceState.get<string>(noticesKey, ''),
      set: (value) => context.workspaceState.update(noticesKey, value),
    },
    warn: (message) => {
      log.warn(message);
    },
  });
  const storageFolder = (context.storageUri ?? context.globalStorageUri).fsPath;
  const store = composeStore({
    storageFolder,
    extensionPath: context.extensionPath,
    settings,
    log,
  });
  const policy = composePolicy({ memento: context.globalState, settings, workspace, log, tools });
  const approvals = composeApprovals(settings, policy.grants, log);
  const documents = new ReadOnlyDocuments();
  const owned: readonly Disposable[] = [
    approvals,
    ...policy.owned,
    workspace,
    settings,
    documents,
    log,
  ];
  const parts = { log, settings, workspace, store, approvals, documents, storageFolder };
  return { ...parts, ...policy, actorId: `user:${os.userInfo().username}`, owned };
}
