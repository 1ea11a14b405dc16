import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { chosenProvider, serverAddressOf } from '../views/models/model-deps';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import type { Disposable } from '../../core/ports/system';
import { createNextApproval } from '../approvals/next-approval';
import type { WorkCommands } from '../commands/register';
import { editFilters } from '../filters/native-filters';
import { tryOutput } from '../filters/try-output';
import { nativeChangeDialogs } from '../panel/changes/change-dialogs';
import { pastCalls } from '../panel/transcript/past-calls';
import { settingsInForce } from '../settings/read-settings';
import { problemText } from '../settings/warning-texts';
import { auditActions } from '../views/audit/actions';
import { createAuditView, type AuditViewDeps } from '../views/audit/view';
import { keepAllChanges, undoChanges, type ChangesViewDeps } from '../views/changes/undo-changes';
import { deleteAllData, saveSupportBundle } from '../views/data/data-dialogs';
import type { ServerFact } from '../views/doctor/server-checks';
import type { FilterFacts } from '../views/doctor/filter-checks';
import { runDoctor, testConnection, type DoctorDeps } from '../views/doctor/run-doctor';
import { explainDecision } from '../views/explain/explain-decision';
import { getModel, pickModel } from '../views/models/pick-model';
import { removeApiKey, setApiKey } from '../views/models/server-setup';
import {
  replayConversation,
  saveReplay,
  type ReplayConversationDeps,
  type SaveReplayDeps,
} from '../views/replay/replay-dialogs';
import { escapeControlInline } from '../../core/base/escape-control';
import { approvalText, onText, summaryText } from '../views/mcp/server-texts';
import { setPermissionLevel, type PermittedChat } from '../views/permission/set-permission-level';
import { createPermissionStatusBar } from '../views/permission/status-bar';
import { manageRules } from '../views/rules/manage-rules';
import { statusReport, type StatusFacts, type WebFacts } from '../views/status/status-report';
import { chooseTools } from '../views/tools/choose-tools';
import type { ShowReport } from '../views/report/report-view';
import { runTool, type CallPanel } from '../views/tools/run-tool';
import { setTrustLevel } from '../views/trust/set-trust-level';
import { notify } from '../window/notify';
import { createShowText, type ShowText } from '../window/show-text';
import { readVersion } from '../window/version';
import type { Base } from './base';
import type { Calls } from './calls';
import { composeData, type DataParts } from './data';
import type { Decisions } from './decisions';
import { answeredBy, modelDeps, readAndParse, type Models } from './models';
import type { ChatList } from '../panel/chat/chat-list';
import type { Panel } from '../panel/page/panel';
import type { Runners } from './runners';
import type { UserEvents } from './user-events';
import { t, shown } from '../window/language';

export interface CommandParts extends DataParts {
  readonly models: Models;
  readonly userEvents: UserEvents;
  readonly runners: Runners;
  readonly calls: Calls;
  readonly panel: Panel;
}

export interface Commands {
  readonly commands: WorkCommands;
  readonly owned: readonly Disposable[];
}

export function composeCommands(base: Base, parts: CommandParts, decisions: Decisions): Commands {
  const { calls } = parts;
  const showText = createShowText(base.documents);
  const auditDeps = auditView(base, parts, showText);
  const audit = createAuditView(auditDeps);
  const showReport: ShowReport = (report) => decisions.reports.show(report);
  const doctor = doctorDeps(base, parts, showReport);
  const commands: WorkCommands = {
    ...chatCommands(parts),
    ...modelCommands(base, doctor),
    ...filterCommands(base, parts),
    ...changeCommands(base, parts),
    ...replayCommands(base, parts, showReport),
    nextApproval: createNextApproval({
      pending: base.approvals.pending,
      showCall: (call) => parts.panel.showCall(call),
      inform: notify,
    }),
    explain: () => explainDecision(decisions.explain),
    manageRules: () => manageRules(decisions.rules),
    tools: () => chooseTools(decisions.tools),
    mcpServers: () => calls.mcp.manage({ showText, lastUse: (tool) => lastUse(parts, tool) }),
    setTrustLevel: () => setTrustLevel(decisions.trustedChat()),
    setPermissionLevel: () => setPermissionLevel(permittedChat(base, parts)),
    runTool: () => runTool(calls.pipeline.catalog(), callPanel(parts)),
    openAuditLog: () => audit.open(),
    verifyAuditLog: () => auditDeps.actions.verify(),
    status: async () => showReport(statusReport(await statusFacts(base, parts, decisions))),
    deleteAllData: () => deleteAllData(composeData(base, parts)),
    saveSupportBundle: () =>
      saveSupportBundle({
        doctor,
        auditQuery: parts.stores.store.auditQuery,
        settingFacts: () => settingsInForce(base.settings),
        recentLog: () => base.log.recent(),
      }),
  };
  const permission = createPermissionStatusBar(
    () => permittedChat(base, parts).level,
    [base.policy.permission, base.settings, parts.chats],
  );
  return { commands, owned: [audit, decisions.reports, permission] };
}

/** As they are now: reads the files of the workspace, and asks the servers at addresses. */
async function serverFacts({ calls: { mcp } }: CommandParts): Promise<readonly ServerFact[]> {
  const { servers, workspace } = mcp;
  await Promise.all([workspace.refresh(), servers.check()]);
  const facts = servers.all().map((server) => {
    const { name, state, origin } = server;
    const approval = origin === undefined ? undefined : approvalText(workspace.approvalOf(origin));
    const from = origin === undefined ? '' : ` (${origin.file})`;
    return {
      state,
      text: `${name}${from}: ${approval ?? summaryText(server, servers.toolsOf(name))}`,
    };
  });
  const problems = workspace.problems().map((problem) => escapeControlInline(shown(problem)));
  return [...facts, ...problems.map((text) => ({ state: 'failed' as const, text }))];
}

/** Tools of other extensions, if there are any. */
function extensionFacts({ calls: { mcp } }: CommandParts): readonly string[] {
  const { tools } = mcp.extensions.all();
  return tools.length === 0 ? [] : [`${t('Tools of other extensions')}: ${onText(tools)}`];
}

/** The newest entry of a tool in the audit log of this workspace. */
async function lastUse({ stores }: CommandParts, tool: string): Promise<number | undefined> {
  const { signal } = new AbortController();
  const page = await stores.store.auditQuery.list({ filter: { tool }, limit: 1, signal });
  const [newest] = page.ok ? page.value.rows : [];
  return newest === undefined ? undefined : Date.parse(newest.ts);
}

/** The active chat, whose permission level the user chooses. */
function permittedChat(
  { policy: { permission } }: Base,
  { chats: { active: chat } }: Pick<CommandParts, 'chats'>,
): PermittedChat {
  return {
    title: chat.title,
    level: permission.levelOf(chat.sessionId),
    set: async (level) => permission.set(await chat.session(), level),
  };
}

function chatCommands({ chats, panel }: CommandParts) {
  return {
    newChat: async () => {
      chats.create();
      await panel.view.focus();
    },
    chatHistory: () => panel.showHistory(),
    closeChat: () => chats.close(),
    renameChat: () => panel.history.actions.renameActive(),
    exportChat: () => panel.history.actions.exportActive(),
    deleteChat: () => panel.history.actions.deleteActive(),
    stop: () => chats.active.stop(),
    stopAll: () => chats.stopAll(),
    focus: () => panel.view.focus(),
    addSelection: () => panel.attachSelection(),
  } satisfies Partial<WorkCommands>;
}

function callPanel({ chats, panel }: CommandParts): CallPanel {
  return {
    focus: () => panel.view.focus(),
    insertText: (text) => panel.view.insertText(text),
    send: (text) => {
      chats.saveDraft('');
      // The user has read and confirmed it (decision 75).
      chats.active.send(text, true);
    },
  };
}

function modelCommands({ demo }: Base, doctor: DoctorDeps) {
  const { models } = doctor;
  return {
    doctor: () => runDoctor(doctor),
    pickModel: () => answeredBy(demo, pickModel(models)),
    getModel: () => answeredBy(demo, getModel(models)),
    removeApiKey: () => removeApiKey(models),
    setApiKey: () => setApiKey(models),
    testConnection: () => testConnection(models),
  } satisfies Partial<WorkCommands>;
}

function filterCommands({ context, documents }: Base, { runners, chats, stores }: CommandParts) {
  const chat = {
    cards: () => chats.active.transcript.allCards(),
    sessionId: () => chats.active.sessionId,
    overflow: stores.store.overflow,
  };
  return {
    editOutputFilters: () =>
      editFilters(runners.filters, context.asAbsolutePath('media/filters.toml')),
    tryOutputFilter: () => tryOutput(runners.filters, { chat, documents }),
  } satisfies Partial<WorkCommands>;
}

function replayCommands(base: Base, { calls, chats }: CommandParts, showReport: ShowReport) {
  const replay = composeReplay(base, calls, chats, showReport);
  return {
    replayConversation: () => replayConversation(replay),
    saveReplay: () => saveReplay(replay),
  } satisfies Partial<WorkCommands>;
}

/** Saving the active chat as a recording, and comparing one with the policy of now. */
export function composeReplay(
  { workspace, storage }: Pick<Base, 'workspace' | 'storage'>,
  { pipeline, pipelineParts, makePipeline }: Calls,
  chats: ChatList,
  showReport: ShowReport,
): SaveReplayDeps & ReplayConversationDeps {
  const { sources, environment } = pipelineParts;
  return {
    chat: () => {
      const { title, transcript } = chats.active;
      return {
        title,
        items: transcript.items(),
        callOf: (itemId) => transcript.card(itemId)?.call,
      };
    },
    folder: () => workspace.roots()[0] ?? homedir(),
    read: readAndParse,
    replay: { sources, files: environment.files, makePipeline },
    runner: pipeline,
    context: () => ({
      sessionId: `replay-${systemIds.uuid()}`,
      actorId: storage.actorId,
      tenantId: workspace.key(),
    }),
    showReport,
  };
}

function auditView(
  { context, storage, workspace }: Base,
  { stores, panel }: CommandParts,
  showText: ShowText,
): AuditViewDeps {
  const { store } = stores;
  const { auditQuery: query, auditTrail: trail } = store;
  return {
    query,
    actions: auditActions({
      query,
      trail,
      folder: () => workspace.roots()[0] ?? homedir(),
      now: () => systemClock.now(),
      showCall: (call) => panel.showCall(call),
      showText,
    }),
    extensionUri: context.extensionUri,
    workspaceName: () => vscode.workspace.name ?? t('no folder'),
    problems: () => store.problems().map(shown),
    clock: systemClock,
    onAppend: (listener) => store.onAudit(listener),
    folder: storage.folder,
  };
}

function changeCommands(
  { workspace, documents, log }: Base,
  { files, chats, userEvents }: CommandParts,
) {
  const view: ChangesViewDeps = {
    changes: files.changes,
    folders: () => workspace.roots(),
    dialogs: nativeChangeDialogs(documents, log.warn),
    titleOf: (sessionId) => chats.find(sessionId)?.title,
    isRunningIn: (sessionId) => chats.isRunningIn(sessionId),
    activeSession: () => chats.active.sessionId,
    now: () => systemClock.now(),
    record: userEvents.changes,
  };
  return {
    keepChanges: () => keepAllChanges(view),
    undoChanges: () => undoChanges(view),
  } satisfies Partial<WorkCommands>;
}

function webFacts({ settings }: Base): WebFacts {
  return {
    allow: settings.get('web.allow'),
    deny: settings.get('web.deny'),
    trustsProxy: settings.get('web.trustProxy'),
    timeoutSecs: settings.get('scrape.timeout'),
    maxBodyBytes: settings.get('scrape.maxBodyBytes'),
  };
}

async function statusFacts(
  base: Base,
  parts: CommandParts,
  { permissions, trustNow }: Pick<Decisions, 'permissions' | 'trustNow'>,
): Promise<StatusFacts> {
  const { demo, settings, workspace, approvals } = base;
  const { pipeline } = parts.calls;
  const chat = parts.chats.active;
  const sessionId = chat.sessionId ?? '';
  return {
    version: readVersion(base.context),
    folders: workspace.roots(),
    trusted: workspace.isTrusted(),
    modelId: demo.model(),
    server: await statusServer(base, parts.models),
    replayFile: demo.replayFile(),
    tools: pipeline.catalog(),
    pending: approvals.pending.list(),
    completed: pipeline.completed(sessionId),
    ends: pipeline.ends(sessionId),
    reputation: parts.models.reputation.rows(),
    quota: {
      spent: pipeline.spent(sessionId),
      limit: settings.get('tools.maxCallsPerSession'),
    },
    usage: chat.usage,
    gates: pipeline.gates(),
    filters: await filterFacts(base, parts.runners),
    servers: [...(await serverFacts(parts)).map(({ text }) => text), ...extensionFacts(parts)],
    web: webFacts(base),
    rules: permissions(),
    trust: trustNow(),
    permission: base.policy.permission.levelOf(chat.sessionId),
    settingProblems: problemTexts(base),
    storeProblems: parts.stores.store.problems().map(shown),
    terminals: parts.runners.terminals.running().map(({ command }) => `running: ${command}`),
    lastCommand: pastCalls(chat.transcript.allCards()).find(
      ({ decision }) => decision?.trace.some(({ parts: read }) => read !== undefined) === true,
    ),
  };
}

function problemTexts({ settings }: Base): readonly string[] {
  return settings.problems().map(problemText);
}

/** Loads the rules first: only then is known what of their files is not used. */
async function filterFacts({ settings }: Base, { filters }: Runners): Promise<FilterFacts> {
  const isOn = settings.get('filters.enabled');
  if (isOn) await filters.settled();
  return { isOn, metrics: filters.metrics(), problems: filters.problems().map(({ text }) => text) };
}

async function statusServer({ settings }: Base, models: Models): Promise<StatusFacts['server']> {
  const provider = chosenProvider({ settings });
  if (provider === undefined) return undefined;
  const key = await models.apiKeys.state(provider);
  return { address: serverAddressOf({ settings }, provider), key };
}

function doctorDeps(base: Base, parts: CommandParts, showReport: ShowReport): DoctorDeps {
  const { context, workspace, storage } = base;
  return {
    models: modelDeps(base, parts.models),
    workspace,
    version: readVersion(context),
    storageFolder: storage.folder,
    store: parts.stores.store,
    configured: async () => ({
      settingProblems: problemTexts(base),
      filters: await filterFacts(base, parts.runners),
      servers: await serverFacts(parts),
    }),
    showReport,
  };
}
