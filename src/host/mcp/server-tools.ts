import { type Sentence, say } from '../../core/base/sentence';
import type { BoundTool } from '../../core/contracts/tools/bound-tool';
import { foreignToolId, type McpServerConfig, readerNames } from '../../core/contracts/mcp/servers';
import { idStart, type ToolSourceName } from '../../core/contracts/tool-spec';
import { bindMcpTool } from '../../core/mcp/bind-mcp-tool';
import { definitionOf, type McpTool } from '../../core/mcp/tool-list';
import { canonicalJson } from '../../core/pipeline/runtime/plain-json';
import { failure, type Failure, type Result } from '../../core/contracts/failure';
import type { McpAnswer, McpCall } from '../../core/ports/mcp';
import { shown } from '../window/language';
import type { AskingCall } from './server-questions';

/** How a foreign tool stands: `changed` was on, and is off until it is approved again (INV-21). */
export type ToolStanding = 'on' | 'off' | 'changed' | 'unusable';

/** A tool of a server or of another extension as the user decides on it. */
export interface ServerTool {
  readonly tool: McpTool;
  readonly standing: ToolStanding;
  /** Of its definition and of the identity of its source. */
  readonly digest: string;
  /** Why it is unusable. */
  readonly problem?: Sentence;
  /** The user says so of exactly this definition (003-mcp-22). */
  readonly onlyReads?: boolean;
  readonly bound?: BoundTool;
}

export interface ServerToolsInput {
  /** `mcp:<server>`, or `ext`. */
  readonly source: ToolSourceName;
  /** What, with its definition, decides what a tool is. */
  readonly identity: unknown;
  readonly tools: readonly McpTool[];
  /** Digests of approved definitions, by the names of tools. */
  readonly approved: Readonly<Record<string, string>>;
  /** Digests of definitions of which the user says that they only read. */
  readonly readOnly?: Readonly<Record<string, string>>;
  readonly digest: (text: string) => string;
  /** The folder that the server runs in. */
  readonly folder?: () => string | undefined;
  readonly call: (digest: string, call: McpCall) => Promise<Result<unknown>>;
  /** Asks the user what is asked during a call. */
  readonly ask: (
    call: Omit<AskingCall, 'server'>,
    params: unknown,
    signal: AbortSignal,
  ) => Promise<McpAnswer>;
}

/** The tools of a source, each bound if it can be used; two that share an id are both off. */
export function serverTools(input: ServerToolsInput): readonly ServerTool[] {
  const { source, identity } = input;
  const idOf = ({ name }: McpTool) => foreignToolId(source, name, input.digest);
  const byId = new Map<string, McpTool[]>();
  for (const tool of input.tools) {
    const key = idOf(tool)?.toLowerCase() ?? '';
    byId.set(key, [...(byId.get(key) ?? []), tool]);
  }
  return input.tools.map((tool) => {
    const digest = input.digest(canonicalJson([identity, definitionOf(tool)]));
    const id = idOf(tool);
    const other = byId.get(id?.toLowerCase() ?? '')?.find((each) => each !== tool);
    return standingOf(tool, { ...input, id, other, toolDigest: digest });
  });
}

/**
 * What starts a server, or where it is, decides what its tools are; values of secrets may change.
 * By the key under which its approved tools are kept: the name, and of which workspace it is.
 */
export function serverIdentity(server: string, config: McpServerConfig) {
  if ('url' in config) {
    return { server, url: config.url, headers: namesOf(config.headers).sort() };
  }
  const { command, args = [], cwd, env } = config;
  return { server, command, args, cwd, env: namesOf(env).sort() };
}

function namesOf(texts: Readonly<Record<string, string>> = {}): string[] {
  return Object.keys(texts);
}

function isReader(name: string): boolean {
  return Object.values(readerNames).some((known) => known === name.toLowerCase());
}

interface Placed extends ServerToolsInput {
  readonly id: string | undefined;
  readonly other: McpTool | undefined;
  readonly toolDigest: string;
}

function standingOf(tool: McpTool, placed: Placed): ServerTool {
  const { source, folder, id, other, toolDigest: digest, approved, readOnly = {} } = placed;
  const unusable = (problem: Sentence): ServerTool => {
    return { tool, digest, standing: 'unusable', problem };
  };
  if (id === undefined) return unusable(say`Its name has no letter or digit.`);
  if (isReader(id.slice(idStart(source).length))) {
    return unusable(say`Gatehouse uses its id itself.`);
  }
  if (other !== undefined) {
    return unusable(say`It has the same id as the tool "${other.name}", so both are off.`);
  }
  const onlyReads = pinnedIn(readOnly, tool) === digest;
  const bound = bindMcpTool(tool, {
    source,
    onlyReads,
    ...(folder !== undefined && { folder }),
    name: id.slice(idStart(source).length),
    call: (args, { signal, progress, sessionId, toolCallId }) => {
      const onProgress = (text: string): void => progress({ append: `${text}\n` });
      const note = (text: Sentence): void => onProgress(shown(text));
      const asking = { tool: id, sessionId, toolCallId, note };
      return placed.call(digest, {
        ...{ name: tool.name, args, signal, onProgress },
        ask: (params, stop) => placed.ask(asking, params, stop),
      });
    },
  });
  if (!bound.ok) return unusable(bound.failure);
  const pinned = pinnedIn(approved, tool);
  const standing = pinned === undefined ? 'off' : pinned === digest ? 'on' : 'changed';
  return { tool, digest, standing, onlyReads, bound: bound.value };
}

function pinnedIn(digests: Readonly<Record<string, string>>, { name }: McpTool) {
  return Object.hasOwn(digests, name) ? digests[name] : undefined;
}

/**
 * The tools that calls can name: those that are on, and those that are off, which admission refuses.
 * Not one that is off under the id of another that is on: it was never approved (INV-21).
 */
export function offeredTools(
  tools: readonly ServerTool[],
  admitted: ReadonlySet<string>,
): readonly BoundTool[] {
  return tools.flatMap(({ bound, standing }) => {
    if (bound === undefined) return [];
    const isOffered = standing === 'on' || (standing === 'off' && !admitted.has(bound.id));
    return isOffered ? [bound] : [];
  });
}

/** Why a call that was bound earlier may not run; undefined for the tool that was approved (INV-21). */
export function refusalOf(
  name: string,
  digest: string,
  now: ServerTool | undefined,
): Failure | undefined {
  if (now === undefined) {
    return failure('unavailable', say`The tool ${name} is no longer offered.`);
  }
  if (now.digest === digest && now.standing === 'on') return undefined;
  const message = say`The tool ${name} has changed since you switched it on. Look at it in "Gatehouse: MCP Servers…".`;
  return failure('policy_denied', message);
}
