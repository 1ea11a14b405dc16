import { say, type Sentence } from '../../core/base/sentence';
import { fail, failure, type Result } from '../../core/contracts/failure';
import { isObject, type UnknownObject } from '../../core/contracts/json';
import { readerToolId, type McpReader } from '../../core/contracts/mcp/servers';
import type { BoundTool } from '../../core/contracts/tools/bound-tool';
import type { CallServer } from '../../core/mcp/bind-mcp-tool';
import { bindReader, promptArguments } from '../../core/mcp/bind-reader';
import type { McpCall } from '../../core/ports/mcp';
import { shown } from '../window/language';
import type { McpServer } from './server';
import type { AskUser } from './server-questions';

/** What reads that which the user chooses of a server; each call starts it if need be. */
export function serverReaders(server: McpServer, ask: AskUser): readonly BoundTool[] {
  return (['resource', 'prompt'] as const).flatMap((reader) => {
    const bound = bindReader(server.name, reader, callOf(server, reader, ask));
    return bound.ok ? [bound.value] : [];
  });
}

function callOf(server: McpServer, reader: McpReader, ask: AskUser): CallServer {
  return async (args, { signal, progress, sessionId, toolCallId }) => {
    const started = await server.start(signal);
    if (!started.ok) return started;
    const { offers } = started.value.facts;
    if (reader === 'resource' && !offers.includes('resources')) {
      return fail(failure('unavailable', say`The MCP server ${server.name} offers no resources.`));
    }
    const read = reader === 'resource' ? resourceOf(args) : await promptOf(server, args, signal);
    if (!read.ok) return read;
    const onProgress = (text: string): void => progress({ append: `${text}\n` });
    const note = (text: Sentence): void => onProgress(shown(text));
    const tool = readerToolId(server.name, reader);
    return server.call({
      ...{ ...read.value, signal, onProgress },
      ask: (params, stop) =>
        ask({ tool, server: server.name, sessionId, toolCallId, note }, params, stop),
    });
  };
}

type Read = Pick<McpCall, 'method' | 'name' | 'args'>;

function resourceOf({ uri }: UnknownObject): Result<Read> {
  return { ok: true, value: { method: 'resources/read', name: String(uri), args: {} } };
}

async function promptOf(
  server: McpServer,
  { prompt: command, arguments: given }: UnknownObject,
  signal: AbortSignal,
): Promise<Result<Read>> {
  const { prompts } = await server.offersNow(signal);
  const prompt = prompts.find((each) => each.command === command);
  if (prompt === undefined) {
    const message = say`The MCP server ${server.name} has no prompt ${String(command)}.`;
    return fail(failure('unavailable', message));
  }
  const args = promptArguments(prompt, isObject(given) ? given : {});
  if (!args.ok) return args;
  return { ok: true, value: { method: 'prompts/get', name: prompt.name, args: args.value } };
}
