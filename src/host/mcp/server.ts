import { say, type Sentence } from '../../core/base/sentence';
import { isAborted, unlessAborted } from '../../core/base/async';
import { cutStart } from '../../core/base/text-lines';
import {
  fail,
  failure,
  saidOf,
  succeed,
  type Failure,
  type Result,
} from '../../core/contracts/failure';
import type { McpOffer, McpServerConfig } from '../../core/contracts/mcp/servers';
import type { WorkspaceServer } from '../../core/contracts/mcp/workspace-servers';
import {
  readPrompts,
  readResources,
  type McpPrompt,
  type McpResource,
} from '../../core/mcp/offers';
import { readTools, type McpListing } from '../../core/mcp/tool-list';
import type {
  ConnectMcp,
  McpCall,
  McpConnection,
  McpServerFacts,
  McpTarget,
  McpItems,
} from '../../core/ports/mcp';
import type { Clock } from '../../core/ports/system';
import { Relisting } from './relisting';

/** A server that ended early waits this long before it is started again; twice as long each time. */
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** One that ran this long is well again. */
const wellAfterMs = 60_000;
const keptOutput = 64 * 1024;
const maxLine = 64 * 1024;

export type McpState = 'stopped' | 'starting' | 'running' | 'failed';

export interface ServerDeps {
  readonly connect: ConnectMcp;
  /** What is started or reached, as settings or the file of the workspace say it now. */
  readonly launch: (server: ConfiguredServer) => Promise<Result<McpTarget>>;
  readonly isTrusted: () => boolean;
  readonly printing: ServerPrinting;
  readonly clock: Clock;
  /** Its state or its tools are others now. */
  readonly changed: () => void;
  /** It ended by itself. */
  readonly crashed: (server: string, why: Sentence) => void;
  readonly report: (error: unknown) => void;
}

/** What a server offers to the user. */
export interface ServerOffers {
  readonly resources: readonly McpResource[];
  readonly prompts: readonly McpPrompt[];
}

const noOffers: ServerOffers = { resources: [], prompts: [] };

export type ConfiguredServer = Pick<McpServer, 'name' | 'config' | 'origin'>;

interface ServerPrinting {
  /** Removes credentials, also those that it was given. */
  readonly redact: (text: string, secrets: readonly string[]) => string;
  /** What it printed, redacted. */
  readonly show: (server: string, text: string) => void;
}

/**
 * One configured server (003-mcp-1): started with the first use, one process and one client, and
 * again after a failure, later each time.
 */
export class McpServer {
  state: McpState = 'stopped';
  problem: Sentence | undefined;
  facts: McpServerFacts | undefined;
  listing: McpListing | undefined;
  private starting: Promise<Result<McpConnection>> | undefined;
  private connection: McpConnection | undefined;
  private stop = new AbortController();
  private pauseMs = firstPauseMs;
  private notBefore = 0;
  private startedAt = 0;
  /** Resources and prompts for the user; none before they are listed. */
  offers: ServerOffers = noOffers;
  private listingOffers: Promise<void> | undefined;
  private readonly relisting: Readonly<Record<'tools' | 'offers', Relisting>>;
  private isOver = false;
  private secrets: readonly string[] = [];
  private printed = '';
  private unfinished = '';

  constructor(
    readonly name: string,
    readonly config: McpServerConfig,
    private readonly deps: ServerDeps,
    /** The file of the workspace that names it; undefined for the user's settings. */
    readonly origin?: WorkspaceServer,
  ) {
    this.relisting = { tools: new Relisting(deps.clock), offers: new Relisting(deps.clock) };
  }

  /** The end of what it printed, redacted. */
  get output(): string {
    return this.printed;
  }

  /** Waits for a start that is under way; never rejects. */
  async start(signal: AbortSignal): Promise<Result<McpConnection>> {
    if (this.connection !== undefined) return succeed(this.connection);
    const refused = this.refusal();
    if (refused !== undefined) return fail(refused);
    this.starting ??= this.begin().finally(() => (this.starting = undefined));
    return (
      (await unlessAborted(this.starting, signal)) ??
      fail(failure('cancelled', say`Starting the MCP server was cancelled.`))
    );
  }

  /** By the user, who need not wait. */
  restart(signal: AbortSignal): Promise<Result<McpConnection>> {
    this.notBefore = 0;
    this.pauseMs = firstPauseMs;
    return this.start(signal);
  }

  /** Whether a server at an address still answers; one that does not is lost (003-mcp-20). */
  async check(): Promise<void> {
    if ('url' in this.config) await this.relist(this.stop.signal);
  }

  /** Nothing starts in a workspace that is not trusted. */
  get isTrusted(): boolean {
    return this.deps.isTrusted();
  }

  async call(call: McpCall): Promise<Result<unknown>> {
    const connected = await this.start(call.signal);
    return connected.ok ? connected.value.callTool(call) : connected;
  }

  /** Resources and prompts, once they are listed; waits for a list that is being read. */
  async offersNow(signal: AbortSignal): Promise<ServerOffers> {
    await unlessAborted(this.listingOffers ?? Promise.resolve(), signal);
    return this.offers;
  }

  /** Ends it with all that it has started. */
  async end(how: 'gently' | 'now'): Promise<void> {
    this.isOver = how === 'now';
    this.stop.abort();
    this.stop = new AbortController();
    const { connection } = this;
    this.forget('stopped', undefined);
    await connection?.end(how);
  }

  private refusal(): Failure | undefined {
    if (this.isOver) return failure('unavailable', say`The MCP server ${this.name} was removed.`);
    if (!this.deps.isTrusted()) {
      const message = say`This workspace is not trusted, so the MCP server ${this.name} does not start.`;
      return failure('authz_denied', message);
    }
    const wait = this.notBefore - this.deps.clock.monotonic();
    if (wait <= 0) return undefined;
    const seconds = String(Math.ceil(wait / 1000));
    const why = this.problem ?? say`it ended`;
    return failure(
      'execution',
      say`The MCP server ${this.name} is started again in ${seconds} seconds at the earliest: ${why}`,
      { category: 'server_error' },
    );
  }

  private async begin(): Promise<Result<McpConnection>> {
    const { signal } = this.stop;
    this.set('starting', undefined);
    const launch = await this.deps.launch(this);
    if (isAborted(signal)) return fail(stopped());
    if (!launch.ok) return this.failed(launch.failure);
    this.secrets = launch.value.confidential;
    const connected = await this.connected(launch.value, signal);
    if (!connected.ok) return signal.aborted ? connected : this.failed(connected.failure);
    const connection = connected.value;
    const listed = await connection.listTools(signal);
    if (!listed.ok || signal.aborted) {
      await connection.end('now');
      return listed.ok || signal.aborted ? fail(stopped()) : this.failed(listed.failure);
    }
    this.connection = connection;
    this.facts = connection.facts;
    this.startedAt = this.deps.clock.monotonic();
    this.listing = withProblems(listed.value);
    this.listOffers(signal);
    this.set('running', undefined);
    return succeed(connection);
  }

  private async connected(launch: McpTarget, signal: AbortSignal): Promise<Result<McpConnection>> {
    try {
      const events = {
        printed: (text: string) => this.print(text),
        toolsChanged: () =>
          this.relisting.tools.soon(signal, () => {
            this.relist(signal).catch(this.deps.report);
          }),
        offersChanged: () => this.relisting.offers.soon(signal, () => this.listOffers(signal)),
        ended: (why: Sentence) => {
          if (!signal.aborted && this.connection !== undefined) this.crashed(why);
        },
      };
      return await this.deps.connect(launch, events, signal);
    } catch (error) {
      this.deps.report(error);
      return fail(
        failure('execution', say`The MCP client could not be loaded. Reload the window.`),
      );
    }
  }

  /** Whole lines, so that no credential is cut in two before it is redacted. */
  private print(text: string): void {
    const all = this.unfinished + text;
    const end = all.length > maxLine ? all.length : all.lastIndexOf('\n') + 1;
    this.unfinished = all.slice(end);
    if (end === 0) return;
    const clean = this.deps.printing.redact(all.slice(0, end), this.secrets);
    this.printed = cutStart(this.printed + clean, keptOutput);
    this.deps.printing.show(this.name, clean);
  }

  /** In the background: a server that does not list them is used all the same. */
  private listOffers(signal: AbortSignal): void {
    const { connection } = this;
    if (connection === undefined) return;
    const reading = this.readOffers(connection, signal).catch(this.deps.report);
    this.listingOffers = reading.finally(() => {
      if (this.listingOffers === mine) this.listingOffers = undefined;
    });
    const mine = this.listingOffers;
  }

  private async readOffers(connection: McpConnection, signal: AbortSignal): Promise<void> {
    const { offers } = connection.facts;
    const itemsOf = async (kind: McpOffer): Promise<readonly unknown[]> => {
      const listed = offers.includes(kind) && (await connection.listOffers(kind, signal));
      return listed !== false && listed.ok ? listed.value : [];
    };
    const [resources, prompts] = await Promise.all([itemsOf('resources'), itemsOf('prompts')]);
    if (this.connection !== connection) return;
    this.offers = { resources: readResources(resources), prompts: readPrompts(prompts) };
    this.deps.changed();
  }

  private async relist(signal: AbortSignal): Promise<void> {
    const listed = await this.connection?.listTools(signal);
    if (listed?.ok !== true || signal.aborted) return;
    this.listing = withProblems(listed.value);
    this.deps.changed();
  }

  private crashed(why: Sentence): void {
    const ranMs = this.deps.clock.monotonic() - this.startedAt;
    if (ranMs >= wellAfterMs) this.pauseMs = firstPauseMs;
    this.forget('failed', say`it ended: ${why}.`);
    this.pause();
    this.deps.crashed(this.name, why);
  }

  private failed(failed: Failure): Result<never> {
    this.forget('failed', saidOf(failed));
    this.pause();
    return fail(failed);
  }

  private pause(): void {
    this.notBefore = this.deps.clock.monotonic() + this.pauseMs;
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }

  private forget(state: McpState, problem: Sentence | undefined): void {
    this.relisting.tools.dispose();
    this.relisting.offers.dispose();
    this.connection = undefined;
    this.offers = noOffers;
    this.set(state, problem);
  }

  private set(state: McpState, problem: Sentence | undefined): void {
    this.state = state;
    this.problem = problem;
    this.deps.changed();
  }
}

function stopped(): Failure {
  return failure('cancelled', say`The MCP server was stopped.`);
}

function withProblems(listed: McpItems) {
  const { tools, problems } = readTools(listed.items);
  return { tools, problems: [...listed.problems, ...problems] };
}

/** The MCP servers whose resources and prompts the user may choose. */
export interface OfferingServers {
  offering(): readonly Pick<McpServer, 'name' | 'offers'>[];
  /** Starts those that do not run; never rejects. */
  startOffering(signal: AbortSignal): Promise<void>;
}
