import * as vscode from 'vscode';
import type { Store } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/ids';
import type { Disposable } from '../../core/ports/disposable';
import { approvalCommands } from '../commands/approval-commands';
import { chatCommands, type ChatPanel } from '../commands/chat-commands';
import { modelCommands } from '../commands/model-commands';
import { registerCommands } from '../commands/register';
import { viewCommands } from '../commands/view-commands';
import type { Log } from '../log';
import { parseModelId } from '../../adapters/llm/model-id';
import type { Panel } from '../panel/panel';
import { pastCall, pastCalls } from '../panel/past-calls';
import type { ReadOnlyDocuments } from '../panel/read-only-documents';
import { problemText } from '../settings/read-settings';
import { createShowText, type ShowText } from '../show-text';
import type { HostTerminals } from '../terminals/command-terminals';
import type { DoctorDeps } from '../views/doctor/run-doctor';
import type { StatusFacts } from '../views/status/status-report';
import { showApprovals, type Approvals } from './approvals';
import { composeDecisions, type DecisionSources } from './decisions';
import type { Models } from './models';
import { composeReplay, type ReplaySources } from './replay';
import { composeViews } from './views';

export interface CommandSources extends DecisionSources, ReplaySources {
  readonly context: vscode.ExtensionContext;
  readonly store: Store;
  readonly approvals: Approvals;
  readonly documents: ReadOnlyDocuments;
  readonly models: Models;
  readonly storageFolder: string;
  readonly terminals: HostTerminals;
  readonly log: Log;
}

/** What a person can reach without the panel. */
export interface NativeParts {
  /** Explains the call of a card of the active chat. */
  explainCall(itemId: string): Promise<void>;
  readonly owned: readonly Disposable[];
}

/** Commands, notifications and status bar. */
export function composeCommands(sources: CommandSources): NativeParts {
  const { panel, log, store, approvals, pipeline } = sources;
  const showText = createShowText(sources.documents);
  const { review, owned } = showApprovals(approvals, {
    showText,
    showCard: () => panel.focus(),
    roots: () => sources.workspace.roots(),
  });
  const chat = chatPanel(panel);
  const views = composeViews(log);
  const decisions = composeDecisions(sources, showText);
  const registered = registerCommands(
    {
      ...chatCommands(chat),
      ...approvalCommands(approvals.pending, review),
      ...modelCommands(views, doctorDeps(sources, showText)),
      ...viewCommands(views, {
        audit: {
          query: store.auditQuery,
          ids: systemIds,
          workspaceName: () => vscode.workspace.name ?? 'no folder',
          problems: () => store.problems(),
        },
        catalog: () => pipeline.catalog(),
        ...decisions,
        panel: chat,
        replay: composeReplay(sources, showText),
        showText,
        statusFacts: () => statusFacts(sources, decisions),
      }),
      openLog: () => log.show(),
    },
    (message) => {
      log.error(message);
    },
  );
  return {
    explainCall: (itemId) =>
      views.open(({ explainPast }) =>
        explainPast(decisions.explain, pastCall(panel.chats.active.transcript.card(itemId))),
      ),
    owned: [registered, views, ...owned, store.onProblem(warnOfStore)],
  };
}

function warnOfStore(problem: string): void {
  void vscode.window.showWarningMessage(`Gatehouse: ${problem}`);
}

function chatPanel(panel: Panel): ChatPanel {
  const { chats } = panel;
  return {
    newChat: () => {
      chats.create();
    },
    closeChat: () => {
      chats.close();
    },
    stop: () => {
      chats.active.stop();
    },
    stopAll: () => {
      chats.stopAll();
    },
    focus: () => panel.focus(),
    insertText: (text) => panel.insertText(text),
    addSelection: () => panel.attach('selection'),
    send: (text) => {
      chats.send(text);
    },
  };
}

async function statusFacts(
  sources: CommandSources,
  { permissions, trustNow }: Pick<ReturnType<typeof composeDecisions>, 'permissions' | 'trustNow'>,
): Promise<StatusFacts> {
  const { settings, workspace, store, approvals, pipeline } = sources;
  const chat = sources.panel.chats.active;
  const sessionId = chat.sessionId ?? '';
  return {
    version: readVersion(sources.context),
    folders: workspace.roots(),
    trusted: workspace.isTrusted(),
    modelId: settings.get('model'),
    server: await statusServer(sources),
    replayFile: settings.get('replay.file'),
    tools: pipeline.catalog(),
    pending: approvals.pending.list(),
    completed: pipeline.completed(sessionId),
    quota: {
      spent: pipeline.spent(sessionId),
      limit: settings.get('tools.maxCallsPerSession'),
    },
    usage: chat.usage,
    gates: pipeline.gates(),
    rules: permissions(),
    trust: trustNow(),
    settingProblems: settings.problems().map(problemText),
    storeProblems: store.problems(),
    terminals: sources.terminals.running().map(({ command }) => `running: ${command}`),
    lastCommand: pastCalls(sources.panel.chats.active.transcript.allCards()).find(
      ({ decision }) => decision?.trace.some(({ parts }) => parts !== undefined) === true,
    ),
  };
}

/** The server of the chosen model. */
async function statusServer({ settings, models }: CommandSources): Promise<StatusFacts['server']> {
  const chosen = parseModelId(settings.get('model'));
  if (chosen.kind !== 'server') return undefined;
  const { provider } = chosen;
  return {
    address: settings.get(`${provider}.baseUrl`),
    key: await models.apiKeys.state(provider),
  };
}

function doctorDeps(sources: CommandSources, showText: ShowText): DoctorDeps {
  const { settings, models, store, workspace, storageFolder } = sources;
  const { apiKeys, lists, llms, proxy } = models;
  const { remoteName } = vscode.env;
  return {
    models: { settings, apiKeys, lists, clock: systemClock, remoteName },
    llms,
    workspace,
    version: readVersion(sources.context),
    storageFolder,
    storeProblems: () => store.problems(),
    settingProblems: () => settings.problems().map(problemText),
    proxy,
    showText,
  };
}

function readVersion({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}
