import { type Sentence, say } from '../../core/base/sentence';
import type { BoundTool } from '../../core/contracts/tools/bound-tool';
import { mcpToolId, type McpServerConfig } from '../../core/contracts/mcp/servers';
import { bindMcpTool } from '../../core/mcp/bind-mcp-tool';
import { definitionOf, type McpTool } from '../../core/mcp/tool-list';
import { canonicalJson } from '../../core/pipeline/runtime/plain-json';
import type { Result } from '../../core/contracts/failure';
import type { McpCall } from '../../core/ports/mcp';
import { shown } from '../window/language';
import type { AskUser } from './server-questions';

/** How a server's tool stands: `changed` was on, and is off until it is approved again (INV-21). */
export type ToolStanding = 'on' | 'off' | 'changed' | 'unusable';

/** A tool of a server as the user decides on it. */
export interface ServerTool {
  readonly tool: McpTool;
  readonly standing: ToolStanding;
  /** Of its definition and of how its server is started. */
  readonly digest: string;
  /** Why it is unusable. */
  readonly problem?: Sentence;
  readonly bound?: BoundTool;
}

export interface ServerToolsInput {
  readonly server: string;
  /** Under which its approved tools are kept: the name, and of which workspace it is. */
  readonly key: string;
  readonly config: McpServerConfig;
  readonly tools: readonly McpTool[];
  /** Digests of approved definitions, by the names of tools. */
  readonly approved: Readonly<Record<string, string>>;
  readonly digest: (text: string) => string;
  /** The folder that the server runs in. */
  readonly folder: () => string | undefined;
  readonly call: (digest: string, call: McpCall) => Promise<Result<unknown>>;
  readonly ask: AskUser;
}

/** The tools of a server, each bound if it can be used; two that share an id are both off. */
export function serverTools(input: ServerToolsInput): readonly ServerTool[] {
  const identity = identityOf(input.key, input.config);
  const byId = new Map<string, McpTool[]>();
  for (const tool of input.tools) {
    const key = mcpToolId(input.server, tool.name, input.digest)?.toLowerCase() ?? '';
    byId.set(key, [...(byId.get(key) ?? []), tool]);
  }
  return input.tools.map((tool) => {
    const digest = input.digest(canonicalJson([identity, definitionOf(tool)]));
    const id = mcpToolId(input.server, tool.name, input.digest);
    const other = byId.get(id?.toLowerCase() ?? '')?.find((each) => each !== tool);
    return standingOf(tool, { ...input, id, other, toolDigest: digest });
  });
}

/** What starts a server, or where it is, decides what its tools are; values of secrets may change. */
function identityOf(server: string, config: McpServerConfig) {
  if ('url' in config) {
    return { server, url: config.url, headers: namesOf(config.headers).sort() };
  }
  const { command, args = [], cwd, env } = config;
  return { server, command, args, cwd, env: namesOf(env).sort() };
}

function namesOf(texts: Readonly<Record<string, string>> = {}): string[] {
  return Object.keys(texts);
}

interface Placed extends ServerToolsInput {
  readonly id: string | undefined;
  readonly other: McpTool | undefined;
  readonly toolDigest: string;
}

function standingOf(tool: McpTool, placed: Placed): ServerTool {
  const { server, id, other, toolDigest: digest, approved } = placed;
  const unusable = (problem: Sentence): ServerTool => {
    return { tool, digest, standing: 'unusable', problem };
  };
  if (id === undefined) return unusable(say`Its name has no letter or digit.`);
  if (other !== undefined) {
    return unusable(say`It has the same id as the tool "${other.name}", so both are off.`);
  }
  const bound = bindMcpTool(tool, {
    server,
    folder: placed.folder,
    name: id.slice(`mcp__${server}__`.length),
    call: (args, { signal, progress, sessionId, toolCallId }) => {
      const onProgress = (text: string): void => progress({ append: `${text}\n` });
      const note = (text: Sentence): void => onProgress(shown(text));
      const asking = { server, tool: id, sessionId, toolCallId, note };
      return placed.call(digest, {
        ...{ name: tool.name, args, signal, onProgress },
        ask: (params, stop) => placed.ask(asking, params, stop),
      });
    },
  });
  if (!bound.ok) return unusable(bound.failure);
  const pinned = Object.hasOwn(approved, tool.name) ? approved[tool.name] : undefined;
  const standing = pinned === undefined ? 'off' : pinned === digest ? 'on' : 'changed';
  return { tool, digest, standing, bound: bound.value };
}
