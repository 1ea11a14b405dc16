import type { Memory } from '../window/memory';
import { Emitter } from '../../adapters/system/emitter';
import { say, type Sentence } from '../../core/base/sentence';
import { fail, failure, type Result } from '../../core/contracts/failure';
import { isObject, toList, type UnknownObject } from '../../core/contracts/json';
import type {
  ApprovedParts,
  McpInput,
  WorkspaceReading,
  WorkspaceServer,
} from '../../core/contracts/mcp/workspace-servers';
import type { McpLaunch } from '../../core/ports/mcp';
import type { Disposable } from '../../core/ports/system';
import type { Workspace } from '../../core/ports/workspace';
import type { SecretStore } from '../secrets/api-keys';

/** The files of open folders that may name servers. */
export interface WorkspaceServerFiles {
  /** True if a folder has one; cheap. */
  readonly exist: (folders: readonly string[]) => Promise<boolean>;
  /** Loads the bundle that reads them. */
  readonly read: (folders: readonly string[]) => Promise<WorkspaceReading>;
}

export interface WorkspaceServersDeps {
  readonly folders: Pick<Workspace, 'roots' | 'isTrusted'>;
  readonly files: WorkspaceServerFiles;
  readonly launch: (
    server: WorkspaceServer,
    inputs: ReadonlyMap<string, string>,
  ) => Result<McpLaunch, Sentence>;
  readonly memory: Memory;
  readonly secrets: SecretStore;
  readonly digest: (text: string) => string;
}

/** `changed`: another one than what was approved, so it does not start (003-mcp-4). */
export type Approval = 'approved' | 'changed' | 'none';

const nothing: WorkspaceReading = { servers: [], problems: [] };
const notTrusted = say`This workspace is not trusted, so no MCP server that it names is read.`;

/**
 * The servers that files of the open folders name, and which of them the user has approved (003-mcp-4).
 * What is started is what was approved: the files are read again just before.
 */
export class WorkspaceServers implements Disposable {
  private reading = nothing;
  private latest = 0;
  private readonly changed = new Emitter();

  constructor(private readonly deps: WorkspaceServersDeps) {}

  all(): readonly WorkspaceServer[] {
    return this.reading.servers;
  }

  /** What was not read of the files, and why. */
  problems(): readonly Sentence[] {
    return this.reading.problems;
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Reads the files only where something of these folders was approved, so few windows load more. */
  async refreshIfUsed(): Promise<void> {
    const roots = new Set<unknown>(this.deps.folders.roots());
    const isUsed = Object.values(this.stored()).some((entry) => {
      return isObject(entry) && roots.has(entry['folder']);
    });
    if (isUsed || this.reading !== nothing) await this.refresh();
  }

  /** Reads the files; nothing of an untrusted workspace. The latest reading wins. */
  async refresh(): Promise<void> {
    this.latest += 1;
    const own = this.latest;
    const read = await this.readNow();
    if (own !== this.latest) return;
    this.reading = read;
    this.changed.fire();
  }

  approvalOf(server: WorkspaceServer): Approval {
    const stored = this.storedOf(server);
    if (stored === undefined) return 'none';
    return stored['digest'] === server.digest ? 'approved' : 'changed';
  }

  /** What was approved before, to show the difference. */
  approvedBefore(server: WorkspaceServer): ApprovedParts | undefined {
    const parts = this.storedOf(server)?.['approved'];
    return isObject(parts) ? readParts(parts) : undefined;
  }

  /** Exactly this one, as it was shown. */
  async approve(server: WorkspaceServer): Promise<void> {
    const { folder, file, name, digest, approved, inputs } = server;
    const secrets = [
      ...toList(this.storedOf(server)?.['secrets']).map(String),
      ...inputs.map(({ id }) => this.secretName(server, id)),
    ];
    const entry = { folder, file, name, digest, approved, secrets: [...new Set(secrets)] };
    await this.deps.memory.set({ ...this.stored(), [this.keyOf(server)]: entry });
    this.changed.fire();
  }

  async withdraw(server: WorkspaceServer): Promise<void> {
    await this.forgetInputs(server);
    const { [this.keyOf(server)]: _gone, ...others } = this.stored();
    await this.deps.memory.set(others);
    this.changed.fire();
  }

  /** Those for which the user has typed nothing yet; rejects if the secret store does not open. */
  async missingInputs(server: WorkspaceServer): Promise<readonly McpInput[]> {
    const typed = await this.inputsOf(server);
    return server.inputs.filter(({ id }) => !typed.has(id));
  }

  async storeInput(server: WorkspaceServer, { id }: McpInput, value: string): Promise<void> {
    await this.deps.secrets.store(this.secretName(server, id), value);
  }

  async forgetInputs(server: WorkspaceServer): Promise<void> {
    await this.forget(this.storedOf(server));
    for (const { id } of server.inputs) await this.deps.secrets.delete(this.secretName(server, id));
  }

  /** What was typed for any server of any workspace. */
  async forgetAllInputs(): Promise<void> {
    for (const entry of Object.values(this.stored())) await this.forget(entry);
  }

  /** Of the server as its file names it now, which must be the one that was approved (003-mcp-4). */
  async launch(server: WorkspaceServer): Promise<Result<McpLaunch>> {
    const { servers } = await this.readNow();
    const now = servers.find((each) => this.keyOf(each) === this.keyOf(server));
    if (now === undefined) {
      const message = say`${server.file} no longer names the MCP server ${server.name}.`;
      return fail(failure('unavailable', message));
    }
    if (now.digest !== server.digest || this.approvalOf(now) !== 'approved') {
      const isNew = this.approvalOf(now) === 'none';
      const message = isNew
        ? say`The MCP server ${server.name} of ${server.file} is not approved. Look at it in "Gatehouse: MCP Servers…".`
        : say`The MCP server ${server.name} of ${server.file} has changed since you approved it. Look at it in "Gatehouse: MCP Servers…".`;
      return fail(failure('policy_denied', message));
    }
    const inputs = await this.inputsOf(now);
    const missing = now.inputs.find(({ id }) => !inputs.has(id));
    if (missing !== undefined) {
      const message = say`The MCP server ${server.name} needs ${missing.id}. Start it in "Gatehouse: MCP Servers…".`;
      return fail(failure('validation', message, { category: 'permanent_failure' }));
    }
    const made = this.deps.launch(now, inputs);
    if (made.ok) return made;
    const message = say`${server.file}: ${server.name}: ${made.failure}`;
    return fail(failure('validation', message, { category: 'permanent_failure' }));
  }

  dispose(): void {
    this.latest += 1;
    this.changed.dispose();
  }

  private async readNow(): Promise<WorkspaceReading> {
    const { folders, files } = this.deps;
    const roots = folders.roots();
    if (!(await files.exist(roots))) return nothing;
    return folders.isTrusted() ? files.read(roots) : { servers: [], problems: [notTrusted] };
  }

  private async inputsOf(server: WorkspaceServer): Promise<ReadonlyMap<string, string>> {
    const typed = new Map<string, string>();
    for (const { id } of server.inputs) {
      const value = await this.deps.secrets.get(this.secretName(server, id));
      if (value !== undefined) typed.set(id, value);
    }
    return typed;
  }

  private async forget(entry: unknown): Promise<void> {
    for (const name of toList(isObject(entry) ? entry['secrets'] : undefined)) {
      await this.deps.secrets.delete(String(name));
    }
  }

  private stored(): UnknownObject {
    const value = this.deps.memory.get();
    return isObject(value) ? value : {};
  }

  private storedOf(server: WorkspaceServer): UnknownObject | undefined {
    const entry = this.stored()[this.keyOf(server)];
    return isObject(entry) ? entry : undefined;
  }

  private keyOf({ folder, file, name }: WorkspaceServer): string {
    return this.deps.digest(JSON.stringify([folder, file, name]));
  }

  private secretName({ folder, file }: WorkspaceServer, id: string): string {
    return `gatehouse.mcp.input.${this.deps.digest(JSON.stringify([folder, file, id]))}`;
  }
}

/** Stored by this or an earlier version; what is not there differs from everything. */
function readParts({ command, cwd, envFile, inputs, variables }: UnknownObject): ApprovedParts {
  return {
    command: toList(command).map(String),
    cwd: String(cwd),
    envFile: String(envFile),
    inputs: toList(inputs).map(String),
    variables: toList(variables).map((pair) => {
      const [name, digest] = toList(pair);
      return [String(name), String(digest)] as const;
    }),
  };
}
