import type { AttachedRead } from '../../contracts/chats/acp';
import { readerToolId } from '../../contracts/mcp/servers';
import type { ToolTrait } from '../../contracts/tool-spec';
import { fencedData, type AttachedContext } from '../acp/prompt-content';
import type { PromptContext } from '../conversation/conversation';
import { describeCall, runCall, type RanCall } from './run-calls';

/** The context of a message as the model reads it, and the ids of the calls that read it. */
export interface ReadContext {
  readonly texts: readonly string[];
  readonly calls: readonly string[];
}

/** In place of what calls read, until they have: its embedded text has passed no gate. */
export function unreadText({ text, heading, reads }: AttachedContext): string {
  return reads === undefined ? text : `${heading}. It was not read, because the window closed.`;
}

/**
 * Reads what the user attached by calls of its own, before the first request of the turn (decision
 * 67). What no tool on offer reads stays as it was embedded.
 */
export async function readAttached(
  context: readonly AttachedContext[],
  prompt: PromptContext,
): Promise<ReadContext> {
  const texts: string[] = [];
  const calls: string[] = [];
  for (const { text, heading, name, reads } of context) {
    const asked = reads && callFor(reads, prompt);
    if (asked === undefined) {
      prompt.chat.deps.runner.noteRead(prompt.chat.id, 'private', name);
      texts.push(text);
      continue;
    }
    const toolCallId = prompt.chat.callIds.fresh();
    const by = { phase: 'planner', origin: 'host', attempt: 0 } as const;
    const ran = await runCall({ toolCallId, ...asked, ...by }, prompt);
    ran.announceEnd();
    texts.push(fencedData(`${heading}. ${describeCall(ran)} answered`, ran.outcome.text));
    calls.push(toolCallId);
  }
  return { texts, calls };
}

const maxProblems = 200;

/** Undefined if no tool for it is offered; what a server offers was never embedded. */
function callFor(reads: AttachedRead, { chat }: PromptContext) {
  if (typeof reads === 'object' && 'server' in reads) {
    return { tool: readerToolId(reads.server, 'resource'), args: { uri: reads.uri } };
  }
  const { runner } = chat.deps;
  const trait: ToolTrait = reads === 'problems' ? 'reportsProblems' : 'readsFiles';
  const offered = runner.catalog(chat.run());
  const tool = runner.toolsWith(trait).find((id) => offered.some(({ name }) => name === id));
  if (tool === undefined) return undefined;
  return { tool, args: reads === 'problems' ? { max_diagnostics: maxProblems } : reads };
}

/** A prompt of an MCP server: `/mcp.<server>.<prompt> key=value …`. */
export interface TypedPrompt {
  readonly server: string;
  readonly prompt: string;
  readonly args: Readonly<Record<string, string>>;
}

/** Gets a prompt of an MCP server; keying it in as one line approves that (decision 75). */
export function getPrompt(
  { server, prompt: name, args }: TypedPrompt,
  prompt: PromptContext,
  isApproved: boolean,
): Promise<RanCall> {
  const by = isApproved
    ? ({ origin: 'user', isKeyed: true } as const)
    : { origin: 'host' as const };
  const call = {
    toolCallId: prompt.chat.callIds.fresh(),
    tool: readerToolId(server, 'prompt'),
    args: { prompt: name, arguments: args },
  };
  return runCall({ ...call, ...by, phase: 'planner', attempt: 0 }, prompt);
}
