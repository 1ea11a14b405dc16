import { Emitter } from '../../adapters/system/emitter';
import { withTimeout } from '../../core/base/async';
import { say, type Sentence } from '../../core/base/sentence';
import { fail, failure, succeed, type Result } from '../../core/contracts/failure';
import { isObject, toList, type UnknownObject } from '../../core/contracts/json';
import type { BoundTool } from '../../core/contracts/tools/bound-tool';
import {
  admittedServerTools,
  type McpAllowedTools,
  type McpServerConfig,
} from '../../core/contracts/mcp/servers';
import type { WorkspaceServer } from '../../core/contracts/mcp/workspace-servers';
import type { ToolSpec, TrustLevel } from '../../core/contracts/tool-spec';
import { readTools, type McpTool } from '../../core/mcp/tool-list';
import type { McpCall, McpTarget } from '../../core/ports/mcp';
import type { Disposable } from '../../core/ports/system';
import type { ToolSource } from '../../core/ports/tools';
import type { SettingChanges } from '../settings/change-setting';
import type { SettingValues } from '../settings/read-settings';
import { McpServer, type ConfiguredServer, type ServerDeps } from './server';
import type { AskUser } from './server-questions';
import { serverReaders } from './server-readers';
import {
  offeredTools,
  refusalOf,
  serverIdentity,
  serverTools,
  type ServerTool,
} from './server-tools';
import type { Memory } from '../window/memory';
import type { WorkspaceServers } from './workspace-servers';

export interface McpServersDeps extends Omit<ServerDeps, 'changed' | 'launch'> {
  /** Of a server that the user's settings name. */
  readonly launch: (config: McpServerConfig) => Result<McpTarget, Sentence>;
  readonly workspace: Pick<WorkspaceServers, 'all' | 'approvalOf' | 'launch' | 'onDidChange'>;
  readonly settings: SettingValues &
    SettingChanges & { onDidChange(listener: () => void): Disposable };
  /** Definitions of tools that are on, for the time before their server runs. */
  readonly memory: Memory;
  readonly digest: (text: string) => string;
  /** Asks the user what a server asks during a call. */
  readonly ask: AskUser;
}

const longestCheckMs = 2000;
/** What starts with a chat starts so much after it has begun. */
const afterChatMs = 500;

/**
 * The configured servers as one source of tools (003-mcp-1). Each server starts with its first use;
 * until then its approved tools are known from the last time. A tool that was approved and has
 * changed since is not offered (INV-21).
 */
export class McpServers implements ToolSource, Disposable {
  readonly name = 'mcp';
  private servers = new Map<string, McpServer>();
  private number = 1;
  private made: { readonly number: number; readonly tools: Tools } | undefined;
  private readonly changed = new Emitter();
  private readonly watching: readonly Disposable[];
  private ingredients = '';
  private hasChat = false;

  constructor(private readonly deps: McpServersDeps) {
    this.readConfiguration();
    const changed = (): void => this.readConfiguration();
    this.watching = [deps.settings.onDidChange(changed), deps.workspace.onDidChange(changed)];
  }

  version(): number {
    return this.number;
  }

  list(): readonly ToolSpec[] {
    return [...this.tools().byId.values()].map(({ spec }) => spec);
  }

  bind(toolId: string): BoundTool | undefined {
    return this.tools().byId.get(toolId);
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  all(): readonly McpServer[] {
    return [...this.servers.values()];
  }

  /** Starts what may start, if it shall start with a chat; the chat waits for nothing (003-mcp-21). */
  chatBegan(): void {
    this.hasChat = true;
    this.startSoon(this.all());
  }

  /** Looks which servers at addresses still answer, but does not wait long for one (003-mcp-20). */
  async check(): Promise<void> {
    const checks = Promise.all(this.all().map((server) => server.check()));
    await withTimeout(checks, longestCheckMs, this.deps.clock);
  }

  toolsOf(server: string): readonly ServerTool[] {
    return this.tools().ofServer.get(server) ?? [];
  }

  /** The servers whose resources and prompts the user may choose: those that may start. */
  offering(): readonly McpServer[] {
    if (!this.deps.settings.get('tools.enabled')) return [];
    return this.all().filter((server) => this.mayStart(server));
  }

  /** Starts these, so that the user sees what they offer; never rejects. */
  async startOffering(signal: AbortSignal): Promise<void> {
    await Promise.all(
      this.offering().map(async (server) => {
        if (server.state !== 'running') await server.start(signal);
        await server.offersNow(signal);
      }),
    );
  }

  /** Names and ids of the tools of all servers but one. */
  toolsOfOthers(server: string): readonly string[] {
    const others = this.all().filter(({ name }) => name !== server);
    const tools = others.flatMap(({ name }) => this.toolsOf(name));
    return tools.flatMap(({ tool, bound }) => [
      tool.name,
      ...(bound === undefined ? [] : [bound.id]),
    ]);
  }

  /** The level with which chats start to use a server; undefined before a tool of it was on. */
  levelOf(server: string): TrustLevel | undefined {
    return this.allowed(server)?.level;
  }

  /** The definition of a tool when it was last switched on. */
  approvedOf(server: string, tool: string): McpTool | undefined {
    return this.rememberedTools(server).find(({ name }) => name === tool);
  }

  /** Switches tools on as they are now, or off, and remembers what they are. */
  async allow(server: string, on: readonly ServerTool[], level: TrustLevel): Promise<Result<void>> {
    const definitions = on.map(({ tool }) => tool);
    const key = this.keyOf(server);
    await this.deps.memory.set({ ...this.remembered(), [key]: definitions });
    return this.deps.settings.change('mcp.allowedTools', (all) => {
      const { [key]: _before, ...others } = all;
      const digests = digestsOf(on);
      const marked = on.filter(({ onlyReads }) => onlyReads === true);
      const readOnly = marked.length === 0 ? {} : { readOnly: digestsOf(marked) };
      const next: McpAllowedTools =
        on.length === 0 ? others : { ...all, [key]: { level, digests, ...readOnly } };
      return succeed(next);
    });
  }

  /** Ends all servers at once and waits for none. */
  dispose(): void {
    for (const each of this.watching) each.dispose();
    for (const server of this.all()) this.endNow(server);
    this.changed.dispose();
  }

  private allowed(server: string): McpAllowedTools[string] | undefined {
    const all = this.deps.settings.get('mcp.allowedTools');
    const key = this.keyOf(server);
    return Object.hasOwn(all, key) ? all[key] : undefined;
  }

  /** Servers of several workspaces may have one name: each has its own tools that are on. */
  private keyOf(server: string): string {
    const origin = this.servers.get(server)?.origin;
    if (origin === undefined) return server;
    const { folder, file } = origin;
    return `${server}@${this.deps.digest(JSON.stringify([folder, file])).slice(0, 8)}`;
  }

  private remembered(): UnknownObject {
    const value = this.deps.memory.get();
    return isObject(value) ? value : {};
  }

  private knownTools(server: McpServer): readonly McpTool[] {
    return server.listing?.tools ?? this.rememberedTools(server.name);
  }

  private rememberedTools(server: string): readonly McpTool[] {
    return readTools(toList(this.remembered()[this.keyOf(server)])).tools;
  }

  private tools(): Tools {
    if (this.made?.number === this.number) return this.made.tools;
    const ofServer = new Map<string, readonly ServerTool[]>();
    const byId = new Map<string, BoundTool>();
    const { settings, digest } = this.deps;
    // Also those of a server of the same name in another workspace.
    const admitted = new Set(admittedServerTools(settings.get('mcp.allowedTools'), digest));
    for (const server of this.all()) {
      const tools = serverTools({
        source: `mcp:${server.name}`,
        identity: serverIdentity(this.keyOf(server.name), server.config),
        tools: this.knownTools(server),
        approved: this.allowed(server.name)?.digests ?? {},
        readOnly: this.allowed(server.name)?.readOnly ?? {},
        digest: this.deps.digest,
        folder: () => this.folderOf(server),
        call: (digest, call) => this.call(server, digest, call),
        ask: (call, params, signal) =>
          this.deps.ask({ server: server.name, ...call }, params, signal),
      });
      ofServer.set(server.name, tools);
      if (!this.mayStart(server)) continue;
      for (const bound of offeredTools(tools, admitted)) byId.set(bound.id, bound);
      if (!settings.get('tools.enabled')) continue;
      for (const bound of serverReaders(server, this.deps.ask)) byId.set(bound.id, bound);
    }
    const tools = { ofServer, byId };
    this.made = { number: this.number, tools };
    return tools;
  }

  private mayStart({ origin }: McpServer): boolean {
    return origin === undefined || this.deps.workspace.approvalOf(origin) === 'approved';
  }

  private folderOf({ config, origin }: McpServer): string | undefined {
    if (origin !== undefined) return origin.cwd;
    const launch = this.deps.launch(config);
    return launch.ok && 'cwd' in launch.value ? launch.value.cwd : undefined;
  }

  /** Starts the server if need be, and calls only what was approved. */
  private async call(server: McpServer, digest: string, call: McpCall): Promise<Result<unknown>> {
    const started = await server.start(call.signal);
    if (!started.ok) return started;
    const now = this.toolsOf(server.name).find(({ tool }) => tool.name === call.name);
    const refusal = refusalOf(call.name, digest, now);
    return refusal === undefined ? server.call(call) : fail(refusal);
  }

  private readConfiguration(): void {
    const { settings, workspace } = this.deps;
    const configured = settings.get('mcp.servers');
    const taken = new Set(Object.keys(configured).map((name) => name.toLowerCase()));
    const named = workspace.all().filter(({ name }) => !taken.has(name.toLowerCase()));
    const approvals = named.map((origin) => [origin.digest, workspace.approvalOf(origin)]);
    const ingredients = JSON.stringify([
      ...[configured, settings.get('mcp.allowedTools'), approvals],
      settings.get('tools.enabled'),
    ]);
    if (ingredients === this.ingredients) return;
    this.ingredients = ingredients;
    const before = this.servers;
    const wanted: readonly Wanted[] = [
      ...Object.entries(configured).map(([name, config]) => ({ name, config })),
      ...named.map((origin) => ({ name: origin.name, config: origin.config, origin })),
    ];
    this.servers = new Map(
      wanted.map((each) => {
        const known = before.get(each.name);
        const isSame = known !== undefined && identity(known) === identity(each);
        return [each.name, isSame ? known : this.serverOf(each)];
      }),
    );
    for (const [name, server] of before) {
      const isKept = this.servers.get(name) === server;
      if (!isKept) this.endNow(server);
      else if (!this.mayStart(server)) server.end('gently').catch(this.deps.report);
    }
    this.startSoon(this.all().filter((server) => before.get(server.name) !== server));
    this.announce();
  }

  private startSoon(servers: readonly McpServer[]): void {
    const { clock, settings } = this.deps;
    if (!this.hasChat || settings.get('mcp.start') !== 'chat') return;
    clock.after(afterChatMs, () => {
      for (const server of servers) {
        if (this.mayStart(server)) void server.start(new AbortController().signal);
      }
    });
  }

  private serverOf({ name, config, origin }: Wanted): McpServer {
    const changed = (): void => this.announce();
    const launch = (server: ConfiguredServer) => this.launchOf(server);
    return new McpServer(name, config, { ...this.deps, launch, changed }, origin);
  }

  private async launchOf({ name, config, origin }: ConfiguredServer): Promise<Result<McpTarget>> {
    if (origin !== undefined) return this.deps.workspace.launch(origin);
    const launch = this.deps.launch(config);
    if (launch.ok) return launch;
    const message = say`gatehouse.mcp.servers.${name}: ${launch.failure}`;
    return fail(failure('validation', message, { category: 'permanent_failure' }));
  }

  private endNow(server: McpServer): void {
    server.end('now').catch(this.deps.report);
  }

  private announce(): void {
    this.number += 1;
    this.changed.fire();
  }
}

type Wanted = Pick<McpServer, 'name' | 'config'> & { readonly origin?: WorkspaceServer };

function digestsOf(tools: readonly ServerTool[]): Record<string, string> {
  return Object.fromEntries(tools.map(({ tool, digest }) => [tool.name, digest]));
}

/** Of all that starts it. */
function identity({ config, origin }: Wanted | McpServer): string {
  return JSON.stringify([config, origin?.digest]);
}

interface Tools {
  readonly ofServer: ReadonlyMap<string, readonly ServerTool[]>;
  readonly byId: ReadonlyMap<string, BoundTool>;
}
