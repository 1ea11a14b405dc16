import type { ChatMessage, ToolMessage } from '../../contracts/chat';

export interface PruneRequest {
  readonly messages: readonly ChatMessage[];
  readonly tokensOf: (message: ChatMessage) => number;
  /** Tokens to make free; it stops when they are. */
  readonly toFree: number;
}

export interface PrunedResults {
  /** Of the same length: each answer stays an answer. */
  readonly messages: readonly ChatMessage[];
  /** The results that are gone. */
  readonly removed: readonly ToolMessage[];
  readonly freed: number;
}

/** Rounds whose results are never touched: the model works with them. */
const recentRounds = 3;
/** A result from which less could be saved stays: it is not worth the provider's cache. */
const leastSaved = 40;

/**
 * Puts stubs in the place of old tool results, oldest first (DESIGN decision 25). A stub says how
 * the call ended and where the output can still be read.
 */
export function pruneResults({ messages, tokensOf, toFree }: PruneRequest): PrunedResults {
  const end = startOfRecent(messages);
  const removed: ToolMessage[] = [];
  let freed = 0;
  const pruned = messages.map((message, index) => {
    if (index >= end || freed >= toFree || message.role !== 'tool') return message;
    const stub = { ...message, text: stubText(message) };
    const saved = tokensOf(message) - tokensOf(stub);
    if (saved < leastSaved) return message;
    freed += saved;
    removed.push(message);
    return stub;
  });
  return { messages: pruned, removed, freed };
}

/** Where the newest rounds begin. */
function startOfRecent(messages: readonly ChatMessage[]): number {
  const rounds = messages.flatMap((message, index) =>
    message.role === 'assistant' && message.calls.length > 0 ? [index] : [],
  );
  return rounds.at(-recentRounds) ?? 0;
}

const stored = /\boverflow:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const maxFirstLine = 160;
const maxStored = 3;

function stubText({ name, status, exitCode, text }: ToolMessage): string {
  const exit = exitCode === undefined ? '' : ` with exit code ${String(exitCode)}`;
  const references = [...new Set(text.match(stored) ?? [])].slice(-maxStored);
  const where =
    references.length === 0
      ? 'Call the tool again if you need it.'
      : `The output is stored: ${references.join(', ')} (read_overflow reads it).`;
  return `[Removed to make room: the result of ${name}, ${status}${exit}. It began: ${firstLine(text)}. ${where}]`;
}

/** The first line that says something: a failure says it behind its mark. */
function firstLine(text: string): string {
  const head = text.slice(0, 2_000);
  const failed = /^\[tool_error\][\s\S]*?^error: (.*)$/m.exec(head)?.[1];
  const line = (failed ?? /\S.*/.exec(head)?.[0] ?? '(nothing)').trim();
  return line.length > maxFirstLine
    ? `${line.slice(0, maxFirstLine).replace(/[\ud800-\udbff]$/, '')}…`
    : line;
}
