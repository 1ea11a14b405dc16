import { createCompactions } from '../../adapters/system/compactions';
import { ForkedOutputs } from '../../adapters/system/forked-outputs';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { withTimeout } from '../../core/base/async';
import type { Disposable } from '../../core/ports/system';
import { AgentConnection } from '../acp/agent-connection';
import type { WorkCommands } from '../commands/register';
import { ChatDirectory } from '../panel/chat/chat-directory';
import type { ChatList } from '../panel/chat/chat-list';
import type { ChatTab } from '../panel/chat/chat-tab';
import type { Panel } from '../panel/page/panel';
import type { SettingKey } from '../../core/contracts/settings/settings';
import { NamedModels } from '../models/named-models';
import { getModel } from '../views/models/pick-model';
import { offer, openSetting } from '../window/notify';
import { composeAgent } from './agent';
import type { Base, Watchers } from './base';
import { composeCalls, type Calls } from './calls';
import { composeCommands } from './commands';
import { composeDecisions, type Decisions } from './decisions';
import { composeFiles, type FileAccess, type FileUpkeep } from './files';
import { answeredBy, composeModels, modelDeps, type Models } from './models';
import { composeChats, composePanel, reviewPlaces, type PanelParts } from './panel';
import { composeRecovery, composeRunners, type Runners } from './runners';
import { composeStores, type Stores } from './stores';
import { composeUserEvents } from './user-events';
import { composeMcp, type LoadMcp, type McpParts } from './mcp-servers';
import { composeWeb, type LoadWebTools } from './web';

/** The second stage: everything that runs a turn, shows it and stores it. */
export interface Work {
  readonly commands: WorkCommands;
  readonly panel: Panel;
  /** Closes chats, models and files; the store is the last. */
  close(): Promise<void>;
  /** Looks after commands that an earlier window has left running. */
  recoverCommands(): Promise<void>;
  /** What else the first stage tidies, and tests look at. */
  readonly parts: WorkParts;
}

export interface WorkParts {
  readonly calls: Calls;
  readonly chats: ChatList;
  readonly connection: AgentConnection;
  readonly directory: ChatDirectory<ChatTab>;
  readonly files: FileAccess & FileUpkeep;
  readonly models: Models;
  readonly runners: Runners;
  readonly stores: Stores;
}

/** Milliseconds that closing waits for the ends of commands to be recorded. */
const closingMs = 2000;

/** Loaded when something first needs them. */
export interface Bundles {
  readonly webTools: LoadWebTools;
  readonly mcp: LoadMcp;
}

/** Makes everything, opens nothing. Each part is made from those before it. */
export function composeWork(base: Base, watchers: Watchers, bundles: Bundles): Work {
  const directory = new ChatDirectory<ChatTab>(base.log.warn);
  const compactions = createCompactions();
  const stores = composeStores(base);
  const outputs = new ForkedOutputs(stores.store.overflow);
  const models = composeModels(base);
  const files = composeFiles(base);
  const { activity } = watchers;
  const runners = composeRunners(base, { files, stores, activity, chats: directory });
  const connection = connectionOf(base, { chats: directory, files, runners });
  const { request } = connection.link;
  const web = composeWeb(base, { proxy: models.proxy, load: bundles.webTools });
  const mcp = composeMcp(base, { proxy: models.proxy, load: bundles.mcp });
  const shared = { access: files, store: stores.store, outputs, compactions, request, web, mcp };
  const calls = composeCalls(base, shared, runners);
  const { pipeline } = calls;
  const agent = composeAgent(base, {
    stores,
    models,
    files,
    runners,
    pipeline,
    compactions,
    outputs,
    connection,
  });
  const named = watchNamedModels(base, models);
  const chats = composeChats(base, { directory, agent, files, runners });
  const decisions = composeDecisions(base, pipeline, chats);
  const { apiKeys } = models;
  const userEvents = composeUserEvents(base, { watchers, pipeline, apiKeys });
  const starting = startWithChats(chats, mcp);
  mcp.setRecord(userEvents.recordUserEvent);
  const panel = composePanel(base, {
    ...{ agent, chats, files, runners, stores, userEvents },
    sources: { terminals: watchers.terminals, servers: mcp.servers },
    views: panelViews(base, models, decisions),
  });
  base.approvals.setPlaces(reviewPlaces(base, panel));
  const { commands, owned } = composeCommands(
    base,
    { agent, calls, chats, files, models, panel, runners, stores, userEvents },
    decisions,
  );
  const parts: WorkParts = { calls, chats, connection, directory, files, models, runners, stores };
  return {
    commands,
    panel,
    parts,
    recoverCommands: composeRecovery(base, stores.store.audit),
    close: () => closeWork(parts, [...owned, starting, mcp, named, panel, userEvents]),
  };
}

/** Another chat is in front: servers may start with it (003-mcp-21). */
function startWithChats(chats: ChatList, { servers }: McpParts): Disposable {
  let { active } = chats;
  return chats.onDidChange(() => {
    if (chats.active === active) return;
    active = chats.active;
    servers.chatBegan();
  });
}

function watchNamedModels({ settings, log }: Base, { llms }: Models): Disposable {
  const warn = (text: string, key: SettingKey): void => {
    log.warn(text);
    void offer('Warning', text, openSetting(key));
  };
  return new NamedModels({ settings, llms, warn, report: log.report });
}

function panelViews(base: Base, models: Models, { explainCard }: Decisions): PanelParts['views'] {
  return {
    explain: ({ itemId }) => explainCard(itemId),
    getModel: ({ way }) => answeredBy(base.demo, getModel(modelDeps(base, models), way)),
  };
}

interface ClientParts {
  readonly chats: ChatDirectory<ChatTab>;
  readonly files: FileAccess;
  readonly runners: Runners;
}

/** The host's side of ACP: updates go to the chats, questions to the approvals. */
function connectionOf(
  { approvals, workspace }: Base,
  { chats, files, runners }: ClientParts,
): AgentConnection {
  return new AgentConnection(
    {
      sessionUpdate: (notification) => {
        chats.sessionUpdate(notification);
        return Promise.resolve();
      },
      requestPermission: (request) => approvals.client.requestPermission(request),
    },
    { files: files.files, terminals: runners.terminals, workspace, ids: systemIds },
  );
}

async function closeWork(
  { calls, chats, connection, files, models, runners, stores }: WorkParts,
  views: readonly Disposable[],
): Promise<void> {
  const { terminals, diagnostics, filters } = runners;
  for (const each of [
    ...views,
    chats,
    terminals,
    diagnostics,
    filters,
    models.http,
    models.replayPrompt,
  ]) {
    each.dispose();
  }
  // Commands in the background were killed with their terminals: their ends are recorded first.
  await withTimeout(calls.pipeline.backgroundEnds(), closingMs, systemClock);
  connection.link.close();
  // The store is the last: the others may still write to it.
  for (const each of [files, stores.places, stores.store]) await each.close();
}
