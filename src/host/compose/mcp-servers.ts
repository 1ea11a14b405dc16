import { inEnglish, type Sentence } from '../../core/base/sentence';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ProxySettings } from '../../adapters/http/proxy-route';
import type { connectMcp } from '../../adapters/mcp/connect';
import { launchOf, targetOf } from '../../adapters/mcp/launch';
import type { describeServer, readWorkspaceServers } from '../../adapters/mcp/workspace-servers';
import { systemClock } from '../../adapters/system/clock';
import { systemDigest } from '../../adapters/system/random';
import { loadOnce } from '../../core/base/async';
import { redactText } from '../../core/base/redact/redact';
import {
  workspaceServerFiles,
  type WorkspaceServer,
} from '../../core/contracts/mcp/workspace-servers';
import { secretWords, withoutSecrets } from '../../core/mcp/secrets';
import type { Disposable } from '../../core/ports/system';
import { ExtensionTools } from '../mcp/extension-tools';
import { McpServers } from '../mcp/mcp-servers';
import { vscodeTools } from '../mcp/vscode-tools';
import { WorkspaceServers } from '../mcp/workspace-servers';
import { manageServers, type ManageServersDeps } from '../views/mcp/manage-servers';
import { shown, t, type setLanguage } from '../window/language';
import { mementoMemory } from '../window/memory';
import { offer } from '../window/notify';
import { readVersion } from '../window/version';
import type { RecordUserEvent } from '../panel/cards/user-events';
import type { Base } from './base';
import { composeQuestions } from './server-questions';
import { addressRules } from './web';

/** The bundle with the client of MCP servers. */
export type LoadMcp = () => Promise<{
  readonly connectMcp: typeof connectMcp;
  readonly describeServer: typeof describeServer;
  readonly setLanguage: typeof setLanguage;
  readonly readWorkspaceServers: typeof readWorkspaceServers;
}>;

export interface McpDeps {
  readonly proxy: () => ProxySettings;
  readonly load: LoadMcp;
}

export interface McpParts extends Disposable {
  readonly servers: McpServers;
  /** Tools of other extensions. */
  readonly extensions: ExtensionTools;
  readonly workspace: WorkspaceServers;
  /** Writes answers to questions of servers to the audit log; until it is set, none is sent. */
  readonly setRecord: (record: RecordUserEvent) => void;
  /** `Gatehouse: MCP Servers…`. */
  readonly manage: (more: Pick<ManageServersDeps, 'lastUse' | 'showText'>) => Promise<void>;
}

const memoryKey = 'gatehouse.mcp.tools';
const approvalsKey = 'gatehouse.mcp.approvals';
const extensionToolsKey = 'gatehouse.extensionTools';

/**
 * MCP servers of the user's settings and of files of the open folders. What reads and starts them is
 * loaded when the first of them is needed.
 */
export function composeMcp(base: Base, { proxy, load }: McpDeps): McpParts {
  const { context, settings, workspace: folders, log } = base;
  const channels = new OutputChannels();
  const client = loadOnce(async () => {
    const loaded = await load();
    loaded.setLanguage(t, vscode.env.language);
    return loaded;
  });
  const version = readVersion(context);
  const workspace = composeWorkspaceServers(base, client);
  const { questions, setRecord, ...asking } = composeQuestions(base);
  const servers = new McpServers({
    ...{ settings, workspace, memory: mementoMemory(base.context.globalState, memoryKey) },
    connect: async (started, events, signal) =>
      (await client()).connectMcp(started, events, signal, {
        ...{ clock: systemClock, version, proxy, folders: () => folders.roots() },
        rules: () => addressRules(settings),
        environment: () => process.env,
      }),
    launch: (config) => targetOf(config, { ...launchPlace(), folder: folders.roots()[0] }),
    crashed: (server, why) => reportCrash(server, why, { channels, log }),
    ...{ clock: systemClock, digest: systemDigest, report: log.report },
    isTrusted: () => folders.isTrusted(),
    ask: questions.ask,
    printing: { redact: redacted, show: (server, text) => channels.print(server, text) },
  });
  const extensions = new ExtensionTools({
    ...{ host: vscodeTools, settings, clock: systemClock, digest: systemDigest },
    memory: mementoMemory(context.globalState, extensionToolsKey),
  });
  const watching = watchFiles(base, workspace);
  const view = {
    ...{ servers, extensions, workspace },
    describe: async (server: WorkspaceServer) =>
      (await client()).describeServer(server, workspace.approvedBefore(server)),
    showOutput: (server: string) => channels.show(server),
  };
  return {
    ...{ servers, extensions, workspace, setRecord },
    manage: (more) => manageServers({ ...view, ...more }),
    dispose: () => {
      for (const each of [watching, servers, extensions, workspace, channels, asking]) {
        each.dispose();
      }
    },
  };
}

function launchPlace() {
  return { env: process.env, platform: process.platform, home: os.homedir() };
}

function composeWorkspaceServers(base: Base, client: () => ReturnType<LoadMcp>): WorkspaceServers {
  const { context, workspace } = base;
  const exists = async (file: string): Promise<boolean> =>
    access(file, constants.F_OK).then(
      () => true,
      () => false,
    );
  return new WorkspaceServers({
    folders: workspace,
    files: {
      exist: async (roots) => {
        const files = roots.flatMap((root) =>
          workspaceServerFiles.map((name) => path.join(root, name)),
        );
        return (await Promise.all(files.map(exists))).includes(true);
      },
      read: async (roots) => {
        const place = launchPlace();
        return (await client()).readWorkspaceServers(roots, { digest: systemDigest, place });
      },
    },
    launch: ({ config, folder, envFile }, inputs) =>
      launchOf(config, { ...launchPlace(), folder, envFile, inputs }),
    memory: mementoMemory(context.globalState, approvalsKey),
    ...{ secrets: context.secrets, digest: systemDigest },
  });
}

/** What files of the workspace say, as it changes; only where something of them was approved. */
function watchFiles({ workspace, log }: Base, servers: WorkspaceServers): Disposable {
  const look = (): void => void servers.refreshIfUsed().catch(log.report);
  const files = vscode.workspace.createFileSystemWatcher(
    `{${workspaceServerFiles.map((name) => `**/${name}`).join(',')}}`,
  );
  look();
  return vscode.Disposable.from(
    files,
    ...[files.onDidCreate(look), files.onDidChange(look), files.onDidDelete(look)],
    workspace.onDidChange(look),
  );
}

interface CrashDeps extends Pick<Base, 'log'> {
  readonly channels: OutputChannels;
}

function reportCrash(server: string, why: Sentence, { channels, log }: CrashDeps): void {
  log.warn(`The MCP server ${server} ended: ${inEnglish(why)}.`);
  const run = () => {
    channels.show(server);
    return Promise.resolve();
  };
  const button = { label: t('Show Output'), run };
  offer('Warning', t('the MCP server {0} ended: {1}.', server, shown(why)), button).catch(
    log.report,
  );
}

/** Without credentials, and without what the server was given in variables, headers and inputs. */
function redacted(text: string, secrets: readonly string[]): string {
  return withoutSecrets(redactText(text).text, secretWords(secrets));
}

/** A channel for each server that has printed something. */
class OutputChannels implements Disposable {
  private readonly channels = new Map<string, vscode.OutputChannel>();

  print(server: string, text: string): void {
    this.of(server).append(text);
  }

  show(server: string): void {
    this.of(server).show(true);
  }

  dispose(): void {
    for (const each of this.channels.values()) each.dispose();
  }

  private of(server: string): vscode.OutputChannel {
    const known = this.channels.get(server);
    if (known !== undefined) return known;
    const made = vscode.window.createOutputChannel(`Gatehouse: MCP ${server}`);
    this.channels.set(server, made);
    return made;
  }
}
