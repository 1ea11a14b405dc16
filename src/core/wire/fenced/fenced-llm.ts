import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import { readFencedCalls } from './fenced-calls';
import { plainMessages } from './fenced-history';
import { toolCatalog } from './tool-catalog';

/**
 * A model without native tools that calls them by fenced blocks (DESIGN decision 35): its system
 * prompt carries the catalog, and its answer is read once it has ended. Models with native tools
 * never come here: what they write in fences is text.
 */
export function fencedLlm(inner: Llm): Llm {
  return {
    facts: { ...inner.facts, tools: 'fenced' },
    stream: (request, signal) => streamFenced(inner, request, signal),
  };
}

async function* streamFenced(
  inner: Llm,
  { system, messages, tools }: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const plain: LlmRequest = {
    system: tools.length === 0 ? system : [...system, toolCatalog(tools)],
    messages: plainMessages(messages),
    tools: [],
  };
  const names = new Set(tools.map(({ name }) => name));
  const said: string[] = [];
  for await (const event of inner.stream(plain, signal)) {
    if (event.type === 'text') said.push(event.text);
    yield event.type === 'finish' ? withCalls(event, said.join(''), names) : event;
  }
}

type Finish = Extract<LlmEvent, { type: 'finish' }>;

/** Only an answer that came to its end is read: a cut one may stop in the middle of a command. */
function withCalls(finish: Finish, text: string, names: ReadonlySet<string>): Finish {
  if (finish.reason !== 'stop') return finish;
  const calls = readFencedCalls(text, names);
  return calls.length === 0 ? finish : { ...finish, reason: 'tool_calls', calls };
}
