import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Store } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import type { Disposable } from '../../core/ports/disposable';
import {
  approvalCommands,
  auditCommands,
  changeCommands,
  chatCommands,
  dataCommands,
  decisionCommands,
  filterCommands,
  modelCommands,
  replayCommands,
  statusCommand,
  toolCommand,
} from '../commands/handlers';
import type { ChatPanel } from '../panel/chat-panel';
import { registerCommands } from '../commands/register';
import type { HostFilters } from '../filters/create-host-filters';
import type { TryOutputDeps } from '../filters/try-output';
import type { Log } from '../window/log';
import { parseModelId } from '../../adapters/llm/model-id';
import type { Panel } from '../panel/panel';
import { pastCall, pastCalls } from '../panel/transcript/past-calls';
import type { ReadOnlyDocuments } from '../window/read-only-documents';
import { settingsInForce } from '../settings/read-settings';
import { createShowText, type ShowText } from '../window/show-text';
import type { HostTerminals } from '../terminals/command-terminals';
import type { AuditViewDeps } from '../views/audit/view';
import type { BundleDeps } from '../views/data/data-dialogs';
import type { DoctorDeps } from '../views/doctor/run-doctor';
import type { ChangesViewDeps } from '../views/changes/undo-changes';
import type { FilterFacts } from '../views/doctor/filter-checks';
import type { StatusFacts } from '../views/status/status-report';
import { showApprovals, type Approvals } from './approvals';
import { composeData, type DataSources } from './data';
import { composeDecisions, type DecisionSources } from './decisions';
import type { FileAccess } from './file-access';
import type { Models } from './models';
import { composeReplay, type ReplaySources } from './replay';
import { composeViews } from './views';
import type { HostSettings } from '../settings/create-settings';
import { defaultValue } from '../settings/settings-warnings';

export interface CommandSources extends DecisionSources, ReplaySources {
  readonly context: vscode.ExtensionContext;
  readonly access: Pick<FileAccess, 'changes'>;
  readonly store: Store;
  readonly approvals: Approvals;
  readonly documents: ReadOnlyDocuments;
  readonly filters: HostFilters;
  readonly models: Models;
  readonly storageFolder: string;
  readonly terminals: HostTerminals;
  readonly log: Log;
}

/** Commands that work without the panel. */
export interface NativeParts {
  /** Explains the call of a card of the active chat. */
  explainCall(itemId: string): Promise<void>;
  readonly owned: readonly Disposable[];
}

/** Commands, notifications and status bar. */
export function composeCommands(sources: CommandSources & DataSources): NativeParts {
  const { panel, log, store, approvals, pipeline } = sources;
  const showText = createShowText(sources.documents);
  const chat = chatPanel(panel);
  const views = composeViews(log);
  const { review, owned } = showApprovals(
    approvals,
    {
      showText,
      showCard: () => panel.focus(),
      roots: () => sources.workspace.roots(),
    },
    views,
  );
  const decisions = composeDecisions(sources, showText);
  const doctor = doctorDeps(sources, showText);
  const registered = registerCommands(
    {
      ...chatCommands(chat),
      ...approvalCommands(approvals.pending, review),
      ...filterCommands(sources.filters, tryOutputDeps(sources)),
      ...modelCommands(views, doctor),
      ...auditCommands(views, auditView(sources, showText)),
      ...changeCommands(views, changesView(sources)),
      ...dataCommands(views, bundleDeps(sources, doctor), composeData(sources)),
      ...decisionCommands(views, decisions),
      ...replayCommands(views, composeReplay(sources, showText)),
      ...statusCommand(views, { facts: () => statusFacts(sources, decisions), showText }),
      ...toolCommand(views, () => pipeline.catalog(), chat),
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

function bundleDeps({ store, settings, log }: CommandSources, doctor: DoctorDeps): BundleDeps {
  return {
    doctor,
    auditQuery: store.auditQuery,
    settingFacts: () => settingsInForce(settings),
    recentLog: () => log.recent(),
  };
}

function auditView(
  { panel, store, workspace, context }: CommandSources,
  showText: ShowText,
): AuditViewDeps {
  return {
    query: store.auditQuery,
    trail: store.auditTrail,
    ids: systemIds,
    extensionUri: context.extensionUri,
    folder: () => workspace.roots()[0] ?? homedir(),
    now: () => systemClock.now(),
    showCall: (call) => panel.showCall(call),
    showText,
    workspaceName: () => vscode.workspace.name ?? 'no folder',
    problems: () => store.problems(),
  };
}

function changesView(sources: CommandSources): ChangesViewDeps {
  const { access, panel, workspace, documents, log } = sources;
  const { chats } = panel;
  return {
    changes: access.changes,
    folders: () => workspace.roots(),
    documents,
    titleOf: (sessionId) => chats.titleOf(sessionId),
    isRunningIn: (sessionId) => chats.isRunningIn(sessionId),
    activeSession: () => chats.active.sessionId,
    now: () => systemClock.now(),
    warn: (message) => {
      log.warn(message);
    },
  };
}

function tryOutputDeps({ panel, store, documents }: CommandSources): TryOutputDeps {
  const { chats } = panel;
  return {
    chat: {
      cards: () => chats.active.transcript.allCards(),
      sessionId: () => chats.active.sessionId,
      overflow: store.overflow,
    },
    documents,
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
    showHistory: () => panel.showHistory(),
    renameChat: () => panel.renameChat(),
    exportChat: () => panel.exportChat(),
    deleteChat: () => panel.deleteChat(),
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
    filters: await filterFacts(sources),
    rules: permissions(),
    trust: trustNow(),
    settingProblems: await problemTexts(settings),
    storeProblems: store.problems(),
    terminals: sources.terminals.running().map(({ command }) => `running: ${command}`),
    lastCommand: pastCalls(sources.panel.chats.active.transcript.allCards()).find(
      ({ decision }) => decision?.trace.some(({ parts }) => parts !== undefined) === true,
    ),
  };
}

async function problemTexts(settings: HostSettings): Promise<readonly string[]> {
  const problems = settings.problems();
  if (problems.length === 0) return [];
  const { problemText } = await import('../settings/notes-entry');
  return problems.map((problem) => problemText(problem, defaultValue));
}

/** Loads the rules first: what of their files does not count is known only then. */
async function filterFacts({ filters, settings }: CommandSources): Promise<FilterFacts> {
  const isOn = settings.get('filters.enabled');
  if (isOn) await filters.loaded();
  return { isOn, metrics: filters.metrics(), problems: filters.problems() };
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
    models: { settings, apiKeys, lists, llms, proxy, clock: systemClock, remoteName },
    workspace,
    version: readVersion(sources.context),
    storageFolder,
    store,
    settingProblems: () => problemTexts(settings),
    filters: () => filterFacts(sources),
    showText,
  };
}

function readVersion({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}
