import type { ChatMessage } from '../../contracts/chat';
import type { CompactionMethod } from '../../contracts/compaction';
import { isBoundary } from '../history/knowledge';

/** Messages that one summary replaces: complete rounds, `to` not included. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

export interface PlanRequest {
  readonly messages: readonly ChatMessage[];
  readonly method: CompactionMethod;
  readonly tokensOf: (messages: readonly ChatMessage[]) => number;
  /** Tokens that a request may take. */
  readonly limit: number;
}

/** The newest rounds of the turn stay as they are, up to this share of the limit. */
const retainedShare = 0.2;
/** Who asks for a compression wants a small context. */
const retainedWhenManual = 4_000;
/** So much removed brings a full context well below what triggers a compression. */
const enoughShare = 0.4;
/** No summary of less is shorter. */
const leastTokens = 100;
/** A stretch this much smaller than another is not worth a summary of its own. */
const worthShare = 0.05;

/**
 * What can be removed: all before the person's last message, and the older rounds behind it. They
 * are summarised apart, so that an edit of that message knows only what came before it. The message
 * itself and the newest round are in neither.
 */
export function planCompaction(request: PlanRequest): readonly MessageRange[] {
  const { messages, method, tokensOf, limit } = request;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const stretches = [
    { from: 0, to: Math.max(last, 0) },
    { from: last + 1, to: startOfRetained(request, last + 1) },
  ].filter(({ from, to }) => from < to);
  const sizes = stretches.map(({ from, to }) => tokensOf(messages.slice(from, to)));
  const isEnough = method === 'triggered' && (sizes[0] ?? 0) >= limit * enoughShare;
  const worth = Math.max(leastTokens, ...sizes.map((tokens) => tokens * worthShare));
  return stretches.filter((_, index) => (sizes[index] ?? 0) > worth && !(isEnough && index > 0));
}

/** Where the newest rounds begin: at least one, and as many as fit in their share. */
function startOfRetained({ messages, method, tokensOf, limit }: PlanRequest, first: number): number {
  const share = limit * retainedShare;
  const room = method === 'triggered' ? share : Math.min(share, retainedWhenManual);
  let start = messages.length;
  let tokens = 0;
  for (let index = messages.length - 1; index >= first; index -= 1) {
    const message = messages[index];
    if (message !== undefined) tokens += tokensOf([message]);
    if (!isBoundary(messages, index)) continue;
    if (start < messages.length && tokens > room) break;
    start = index;
  }
  return start;
}
