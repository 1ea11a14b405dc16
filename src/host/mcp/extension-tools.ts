import { Emitter } from '../../adapters/system/emitter';
import { isAborted, unlessAborted } from '../../core/base/async';
import { say } from '../../core/base/sentence';
import { fail, failure, succeed, type Result } from '../../core/contracts/failure';
import { toList } from '../../core/contracts/json';
import { admittedExtensionTools } from '../../core/contracts/mcp/servers';
import { extensionSource, type ToolSpec, type TrustLevel } from '../../core/contracts/tool-spec';
import type { BoundTool } from '../../core/contracts/tools/bound-tool';
import { extensionResult, readExtensionTools } from '../../core/mcp/extension-parts';
import { plainText } from '../../core/mcp/plain-text';
import { readTools, type McpListing, type McpTool } from '../../core/mcp/tool-list';
import { canonicalJson } from '../../core/pipeline/runtime/plain-json';
import type { McpCall } from '../../core/ports/mcp';
import type { Clock, Disposable } from '../../core/ports/system';
import type { ExtensionToolHost, ToolSource } from '../../core/ports/tools';
import type { SettingChanges } from '../settings/change-setting';
import type { SettingValues } from '../settings/read-settings';
import type { Memory } from '../window/memory';
import { offeredTools, refusalOf, serverTools, type ServerTool } from './server-tools';

export interface ExtensionToolsDeps {
  readonly host: ExtensionToolHost;
  readonly settings: SettingValues &
    SettingChanges & { onDidChange(listener: () => void): Disposable };
  /** Definitions of tools when they were switched on. */
  readonly memory: Memory;
  readonly clock: Clock;
  readonly digest: (text: string) => string;
}

/** The limit of tools of servers. No progress is reported, and VS Code may ask first: no idle limit. */
const maxCallMs = 600_000;
const maxMessage = 1000;

/**
 * The tools of other extensions as one source (003-mcp-10), admitted, pinned and called like those of
 * MCP servers.
 */
export class ExtensionTools implements ToolSource, Disposable {
  readonly name = extensionSource;
  private seen: readonly unknown[] = [];
  private listing: McpListing = { tools: [], problems: [] };
  private ingredients = '';
  private number = 1;
  private made: { readonly number: number; readonly tools: readonly ServerTool[] } | undefined;
  private readonly changed = new Emitter();
  private readonly watching: readonly Disposable[];

  constructor(private readonly deps: ExtensionToolsDeps) {
    const look = (): void => this.look('always');
    look();
    this.watching = [deps.host.onDidChange(look), deps.settings.onDidChange(look)];
  }

  /** Compares the list first: VS Code has no event for it. */
  version(): number {
    this.look('ifOther');
    return this.number;
  }

  list(): readonly ToolSpec[] {
    return this.offered().map(({ spec }) => spec);
  }

  bind(toolId: string): BoundTool | undefined {
    return this.offered().find(({ id }) => id === toolId);
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Every tool as it stands now, and what cannot be read. */
  all(): { readonly tools: readonly ServerTool[]; readonly problems: McpListing['problems'] } {
    this.look('ifOther');
    return { tools: this.tools(), problems: this.listing.problems };
  }

  /** The level with which chats start; undefined before a tool was on. */
  level(): TrustLevel | undefined {
    return this.deps.settings.get('extensionTools.allowed')[0]?.level;
  }

  /** The definition of a tool when it was last switched on. */
  approvedOf(tool: string): McpTool | undefined {
    return this.remembered().find(({ name }) => name === tool);
  }

  /** Switches tools on as they are now, and all others that are listed off. */
  async allow(on: readonly ServerTool[], level: TrustLevel): Promise<Result<void>> {
    const listed = new Set(this.listing.tools.map(({ name }) => name));
    // An extension that is not active in this window keeps its tools.
    const isAway = ({ name }: { readonly name: string }): boolean => !listed.has(name);
    const definitions = on.map(({ tool }) => tool);
    await this.deps.memory.set([...this.remembered().filter(isAway), ...definitions]);
    return this.deps.settings.change('extensionTools.allowed', (all) => {
      const entries = on.map(({ tool: { name }, digest }) => ({ name, level, digest }));
      return succeed([...all.filter(isAway), ...entries]);
    });
  }

  dispose(): void {
    for (const each of this.watching) each.dispose();
    this.changed.dispose();
  }

  private look(when: 'always' | 'ifOther'): void {
    const { host, settings } = this.deps;
    const now = host.list();
    if (when === 'ifOther' && isSame(now, this.seen)) return;
    this.seen = [...now];
    const listing = readExtensionTools(now);
    const ingredients = canonicalJson([listing, settings.get('extensionTools.allowed')]);
    if (ingredients === this.ingredients) return;
    this.ingredients = ingredients;
    this.listing = listing;
    this.number += 1;
    // Who reads the version is in the middle of a call.
    queueMicrotask(() => this.changed.fire());
  }

  private remembered(): readonly McpTool[] {
    return readTools(toList(this.deps.memory.get())).tools;
  }

  private offered(): readonly BoundTool[] {
    const { settings, digest } = this.deps;
    const allowed = settings.get('extensionTools.allowed');
    return offeredTools(this.all().tools, new Set(admittedExtensionTools(allowed, digest)));
  }

  private tools(): readonly ServerTool[] {
    if (this.made?.number === this.number) return this.made.tools;
    const { settings, digest } = this.deps;
    const allowed = settings.get('extensionTools.allowed');
    const tools = serverTools({
      ...{ source: extensionSource, identity: extensionSource, digest, tools: this.listing.tools },
      approved: Object.fromEntries(allowed.map((each) => [each.name, each.digest])),
      call: (pinned, call) => this.call(pinned, call),
      ask: () => Promise.resolve({ action: 'decline' }),
    });
    this.made = { number: this.number, tools };
    return tools;
  }

  /** Calls only what was approved, as it is at this moment. */
  private async call(digest: string, call: McpCall): Promise<Result<unknown>> {
    this.look('always');
    const now = this.tools().find(({ tool }) => tool.name === call.name);
    const refusal = refusalOf(call.name, digest, now);
    return refusal === undefined ? this.invoke(call) : fail(refusal);
  }

  private async invoke({ name, args, signal }: McpCall): Promise<Result<unknown>> {
    const { host, clock } = this.deps;
    const late = new AbortController();
    const timer = clock.after(maxCallMs, () => late.abort());
    const stop = AbortSignal.any([signal, late.signal]);
    try {
      const parts = await unlessAborted(host.invoke(name, args, stop), stop);
      if (!isAborted(stop)) return succeed(extensionResult(parts));
    } catch (error) {
      if (!isAborted(stop)) return fail(failed(name, error));
    } finally {
      timer.dispose();
    }
    return isAborted(signal)
      ? fail(failure('cancelled', say`The call was cancelled while it ran.`))
      : fail(failure('timeout', say`The tool ${name} did not answer in time.`));
  }
}

function failed(name: string, error: unknown) {
  const text = plainText(error instanceof Error ? error.message : String(error), maxMessage);
  const message = say`The tool ${name} failed: ${text}`;
  return failure('execution', message, { category: 'permanent_failure' });
}

function isSame(items: readonly unknown[], others: readonly unknown[]): boolean {
  return items.length === others.length && items.every((item, at) => item === others[at]);
}
