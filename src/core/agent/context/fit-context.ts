import { arranged, asIs, mapTexts, say, sequence, type Sentence } from '../../base/sentence';
import type { ToolMessage, ChatMessage } from '../../contracts/chats/messages';
import { saidOf, failure, fail, succeed, type Failure, type Result } from '../../contracts/failure';
import { tokensText, tokenCount } from '../conversation/spending';
import { shownCalls } from '../history/message-history';
import type { Conversation, TurnContext } from '../conversation/conversation';
import { compactChat } from './compaction';
import { nextRequest, knowledgeBlock, rulesBlock } from './next-request';
import { shortToolName } from '../../contracts/tool-spec';
import { isAborted } from '../../base/async';
import type { ModelFacts } from '../../contracts/models';

/** Markdown for `/context`: what fills the context, and how large it is. */
export function contextReport(turn: TurnContext): Sentence {
  const { chat, llm } = turn;
  if (llm.facts.id === 'replay') {
    return say`Replies are recorded: there is no model, and no context to fill.`;
  }
  const budgetTokens = chat.deps.settings.contextBudgetTokens();
  const limit = chat.limitOf(llm);
  const total = chat.budget.estimate(nextRequest(turn));
  const title = say`Context of ${escaped(llm.facts.label)}: about ${tokenCount(total)} of ${tokenCount(limit)} tokens`;
  const table = [
    tableRow([say`What fills it`, say`Tokens`, say`Share`]),
    asIs('|---|---:|---:|'),
    ...contextShares(turn).map(({ name, tokens }) => row(name, tokens, limit)),
    row(say`Free`, Math.max(0, limit - total), limit),
  ];
  const notes = [
    limitText(llm.facts, limit, budgetTokens),
    say`Numbers are estimates, corrected by what the provider reports. At 80%, old tool results are removed first, then older messages are summarized.`,
  ];
  return arranged([title, arranged(table, '\n'), arranged(notes, '\n')], '\n\n');
}

function row(name: Sentence, tokens: number, limit: number): Sentence {
  const share = limit > 0 ? Math.round((tokens / limit) * 100) : 100;
  const percent = tokens > 0 && share === 0 ? say`< 1%` : say`${share}%`;
  return tableRow([mapTexts(name, escaped), tokenCount(tokens), percent]);
}

/** A row of a Markdown table. */
export function tableRow(cells: readonly Sentence[]): Sentence {
  const { message, values } = arranged(cells, ' | ');
  return { message: `| ${message} |`, values };
}

const sources: Readonly<Record<ModelFacts['contextSource'], Sentence>> = {
  settings: say`as set in gatehouse.models.options`,
  provider: say`as reported by its provider`,
  published: say`as published`,
  assumed: say`assumed; to change it, set contextTokens in gatehouse.models.options`,
};

function limitText(facts: ModelFacts, limit: number, budgetTokens: number): Sentence {
  const { contextTokens, contextSource } = facts;
  const size = say`The context of the model is ${tokenCount(contextTokens)} tokens (${sources[contextSource]}).`;
  const rest =
    budgetTokens > 0 && limit === budgetTokens
      ? say`gatehouse.agent.contextBudgetTokens limits a request to ${tokenCount(limit)} tokens.`
      : say`${tokenCount(contextTokens - limit)} of them are reserved for the answer.`;
  return sequence([size, rest]);
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]]/g, '\\$&');
}

/** The parts of the next request that are not empty. */
export function contextShares(
  turn: TurnContext,
): readonly { readonly name: Sentence; readonly tokens: number }[] {
  const { chat, facts } = turn;
  const { budget, history } = chat;
  const { system, messages, tools } = nextRequest(turn);
  const knowledge = history.knowledge();
  const users = messages.flatMap((each) => (each.role === 'user' ? [each] : []));
  const words = budget.estimate({ messages: users.map((each) => ({ ...each, images: [] })) });
  const ofRole = (role: ChatMessage['role']) =>
    budget.estimate({ messages: messages.filter((each) => each.role === role) });
  const parts = [
    { name: say`Instructions`, tokens: budget.estimate({ system: system.slice(0, 1) }) },
    ...facts.rules.map((file) => ({
      name: say`Rules: ${file.path}`,
      tokens: budget.estimate({ system: rulesBlock([file]) }),
    })),
    {
      name: say`Knowledge (summaries)`,
      tokens: budget.estimate({ system: knowledgeBlock(knowledge) }),
    },
    { name: say`Tool definitions`, tokens: budget.estimate({ tools }) },
    { name: say`Your messages`, tokens: words },
    { name: say`Images`, tokens: ofRole('user') - words },
    { name: say`Answers and calls`, tokens: ofRole('assistant') },
    { name: say`Tool results`, tokens: ofRole('tool') },
  ];
  return parts.filter(({ tokens }) => tokens > 0);
}

/** Share of the request limit above which space is freed (decision 25). */
const fullShare = 0.8;
/** The target share, low enough that the next round does not compress again. */
const aimedShare = 0.6;
/** Freeing less than this is not worth losing the provider's cache. */
const worthShare = 0.05;

/** Over 80 %: removes old results, then compresses (decision 25). Fails if that is not enough. */
export async function fitContext(turn: TurnContext): Promise<Result<void>> {
  const { budget, outbox } = turn.chat;
  const limit = turn.chat.limitOf(turn.llm);
  const size = () => budget.estimate(nextRequest(turn));
  const full = limit * fullShare;
  const start = size();
  if (start <= full || prune(turn, start - limit * aimedShare, start - full)) {
    return succeed(undefined);
  }
  const failed = await compact(turn, start, limit);
  if (isAborted(turn.signal)) return fail(failure('cancelled', say`The turn was stopped.`));
  const now = size();
  if (now > full) {
    const least = now > limit ? 1 : limit * worthShare;
    prune(turn, now - limit * aimedShare, least);
  }
  if (size() > limit) return fail(overfull(turn, failed));
  if (failed !== undefined) outbox.notice('warning', continuesText(failed));
  return succeed(undefined);
}

/** Removes old results if that frees at least `least` tokens. */
function prune(turn: TurnContext, toFree: number, least: number): boolean {
  const { budget, history, outbox } = turn.chat;
  const pruned = pruneResults({
    messages: history.messages(),
    tokensOf: (message) => budget.estimate({ messages: [message] }),
    toFree,
    overflowReader: overflowReaderOf(turn.chat),
  });
  if (pruned.freed < least) return false;
  history.replace(pruned.messages);
  turn.chat.forgetSeen(readOnlyCalls(pruned.removed, turn.chat));
  outbox.notice('info', prunedText(pruned.removed.length, pruned.freed));
  return true;
}

/** Only these lose what they showed (decision 44): what a call wrote is still in its arguments. */
function readOnlyCalls(removed: readonly ToolMessage[], chat: Conversation): readonly string[] {
  const changing = chat.deps.runner
    .catalog(chat.run())
    .filter(({ effect }) => effect !== 'read_only');
  const names = new Set(changing.map(({ name }) => name));
  return shownCalls(removed.filter(({ name }) => !names.has(name)));
}

/** Returns the failure, including of a compaction that is not retried yet. */
async function compact(
  { chat, llm, signal }: TurnContext,
  size: number,
  limit: number,
): Promise<Failure | undefined> {
  const { budget } = chat;
  if (size <= limit && !budget.mayCompact(size)) return undefined;
  const done = await compactChat(chat, { method: 'triggered', llm, signal });
  budget.compactionFailed(done.ok ? 0 : size);
  return done.ok ? undefined : done.failure;
}

function overflowReaderOf({ deps }: Conversation): string | undefined {
  const [id] = deps.runner.toolsWith('readsOverflow');
  return id === undefined ? undefined : shortToolName(id);
}

function prunedText(count: number, freed: number): Sentence {
  return count === 1
    ? say`The context was nearly full, so the agent removed 1 old tool result (about ${tokensText(freed)}). The model can read it again.`
    : say`The context was nearly full, so the agent removed ${count} old tool results (about ${tokensText(freed)}). The model can read them again.`;
}

function continuesText(failed: Failure): Sentence {
  return say`The context is nearly full and could not be compressed; the turn continues. ${saidOf(failed)}`;
}

const maxNamedShares = 3;

function overfull(turn: TurnContext, failed: Failure | undefined): Failure {
  const { chat, llm } = turn;
  const limit = chat.limitOf(llm);
  const largest = [...contextShares(turn)]
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, maxNamedShares)
    .map(({ name, tokens }) => say`${name} (${tokensText(tokens)})`);
  const needed = tokensText(chat.budget.estimate(nextRequest(turn)));
  const size = say`The conversation takes about ${needed}, and ${llm.facts.id} takes ${tokensText(limit)} with room for an answer. Most of it: ${arranged(largest, ', ')}.`;
  const why = failed === undefined ? size : say`${size} ${saidOf(failed)}`;
  return failure(
    'execution',
    say`${why} Use /compact or /clear, or choose a model with a larger context; /context shows the details.`,
  );
}

export interface PruneRequest {
  readonly messages: readonly ChatMessage[];
  readonly tokensOf: (message: ChatMessage) => number;
  readonly toFree: number;
  readonly overflowReader?: string | undefined;
}

export interface PrunedResults {
  /** Same length as before: each answer stays an answer. */
  readonly messages: readonly ChatMessage[];
  readonly removed: readonly ToolMessage[];
  readonly freed: number;
}

/** Results of the newest rounds are never removed: the model works with them. */
const recentRounds = 3;
/** Removing a result that saves less is not worth losing the provider's cache. */
const leastSaved = 40;

/** Replaces old results by stubs (decision 25): how the call ended, and where its output is. */
export function pruneResults({
  messages,
  tokensOf,
  toFree,
  overflowReader,
}: PruneRequest): PrunedResults {
  const end = startOfRecent(messages);
  const removed: ToolMessage[] = [];
  let freed = 0;
  const pruned = messages.map((message, index) => {
    if (index >= end || freed >= toFree || message.role !== 'tool') return message;
    const stub = { ...message, text: stubText(message, overflowReader) };
    const saved = tokensOf(message) - tokensOf(stub);
    if (saved < leastSaved) return message;
    freed += saved;
    removed.push(message);
    return stub;
  });
  return { messages: pruned, removed, freed };
}

function startOfRecent(messages: readonly ChatMessage[]): number {
  const rounds = messages.flatMap((message, index) =>
    message.role === 'assistant' && message.calls.length > 0 ? [index] : [],
  );
  return rounds.at(-recentRounds) ?? 0;
}

const stored = /\boverflow:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const maxFirstLine = 160;
const maxStored = 3;

function stubText(
  { name, status, exitCode, text }: ToolMessage,
  reader: string | undefined,
): string {
  const exit = exitCode === undefined ? '' : ` with exit code ${String(exitCode)}`;
  const references = [...new Set(text.match(stored) ?? [])].slice(-maxStored);
  const where =
    references.length === 0
      ? 'Call the tool again if you need it.'
      : `The output is stored${reader === undefined ? '' : `; read it with ${reader}`}: ${references.join(', ')}.`;
  return `[Removed to free context: the result of ${name}, ${status}${exit}. First line: ${firstLine(text)}. ${where}]`;
}

function firstLine(text: string): string {
  const head = text.slice(0, 2_000);
  const failed = /^\[tool_error\][\s\S]*?^error: (.*)$/m.exec(head)?.[1];
  const line = (failed ?? /\S.*/.exec(head)?.[0] ?? '(nothing)').trim();
  return line.length > maxFirstLine
    ? `${line.slice(0, maxFirstLine).replace(/[\ud800-\udbff]$/, '')}…`
    : line;
}
