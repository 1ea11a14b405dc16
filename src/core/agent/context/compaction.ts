import { type Sentence, inEnglish, say, sequence } from '../../base/sentence';
import type { ChatMessage } from '../../contracts/chats/messages';
import type { CompactionMethod, CompactionReport } from '../../contracts/chats/conversation';
import { saidOf, failure, type Failure, fail, succeed, type Result } from '../../contracts/failure';
import type { Llm } from '../../ports/llm';
import { isBoundary, shownCalls } from '../history/message-history';
import type { Conversation } from '../conversation/conversation';
import { knowledgeBlock } from './next-request';
import { summarize } from './summary';
import { tokensText } from '../conversation/spending';
import { isAborted } from '../../base/async';
import { dense } from '../../contracts/schema-parts';

export interface CompactionOptions {
  readonly method: CompactionMethod;
  readonly llm: Llm;
  readonly signal: AbortSignal;
}

/**
 * Replaces older messages by summaries (000-compress-3), each only once it is written, shorter and
 * recorded. The user's last message and the newest round stay. The caller reports failures.
 */
export async function compactChat(
  chat: Conversation,
  options: CompactionOptions,
): Promise<Result<CompactionReport>> {
  const writer = await compressingModel(chat, options);
  if (!writer.ok) return writer;
  const plan = planCompaction({
    messages: chat.history.messages(),
    method: options.method,
    tokensOf: (messages) => chat.budget.estimate({ messages }),
    limit: chat.limitOf(options.llm),
  });
  if (plan.length === 0) return fail(nothingToCompress);
  // One notice from start to end: each text replaces the last.
  const show = chat.outbox.replaceableNotice();
  const onProgress = (text: Sentence, waitUntil?: number) =>
    show('info', text, dense({ waitUntil }));
  const work: CompactionRun = { ...options, chat, writer: writer.value, onProgress };
  const reports: CompactionReport[] = [];
  let failed: Failure = nothingToCompress;
  let removed = 0;
  for (const { from, to } of plan) {
    if (isAborted(options.signal)) break;
    const done = await compressRange({ from: from - removed, to: to - removed }, work);
    if (!done.ok) {
      failed = done.failure;
      continue;
    }
    reports.push(done.value);
    removed += done.value.removedMessages;
  }
  const report = sumReports(reports);
  if (report === undefined) {
    show('warning', say`The conversation was not compressed. Nothing is lost.`);
    return fail(failed);
  }
  show('info', reportText(report), { compaction: report });
  return succeed(report);
}

interface CompactionRun extends CompactionOptions {
  readonly chat: Conversation;
  readonly writer: Llm;
  readonly onProgress: (text: Sentence, waitUntil?: number) => void;
}

/** A configured model that cannot be used is never silently replaced (decision no-silent-model). */
async function compressingModel(
  { deps }: Conversation,
  { llm, signal }: CompactionOptions,
): Promise<Result<Llm>> {
  const id = deps.settings.compressModel();
  if (id === '') return succeed(llm);
  const found = await deps.llms.get(id, signal);
  if (found.ok) return found;
  const said = say`The model in the setting gatehouse.agent.compressModel cannot be used. ${saidOf(found.failure)}`;
  return fail({ ...found.failure, message: inEnglish(said), said });
}

async function compressRange(
  { from, to }: MessageRange,
  { chat, writer, llm, method, signal, onProgress }: CompactionRun,
): Promise<Result<CompactionReport>> {
  const { budget, deps, history } = chat;
  const messages = history.messages().slice(from, to);
  const limit = chat.limitOf(llm);
  const request = from > 0 ? lastUserText(history.messages()) : undefined;
  const task = { messages, request, llm: writer, limit, signal, onProgress };
  const summary = await summarize(task, chat);
  if (!summary.ok) return summary;
  const text = summary.value;
  const report: CompactionReport = {
    method,
    removedMessages: messages.length,
    tokensBefore: budget.estimate({ messages }),
    tokensAfter: budget.estimate({ system: knowledgeBlock([text]) }),
    model: writer.facts.id,
  };
  if (report.tokensAfter >= report.tokensBefore) return fail(notShorter(report));
  if (!isUnchanged(messages, history.messages(), from)) return fail(changed);
  const recorded = await deps.store.summaries.add({
    ...report,
    conversationId: chat.id,
    text,
    at: deps.system.clock.now(),
  });
  if (!recorded.ok) return recorded;
  if (!isUnchanged(messages, history.messages(), from)) return fail(changed);
  history.compress(to, text, from);
  chat.forgetSeen(shownCalls(messages));
  return succeed(report);
}

function lastUserText(messages: readonly ChatMessage[]): string | undefined {
  return messages.findLast(({ role }) => role === 'user')?.text;
}

function isUnchanged(
  messages: readonly ChatMessage[],
  all: readonly ChatMessage[],
  from: number,
): boolean {
  return messages.every((message, index) => all[from + index] === message);
}

function sumReports(reports: readonly CompactionReport[]): CompactionReport | undefined {
  const [first, ...more] = reports;
  if (first === undefined) return undefined;
  return more.reduce(
    (sum, each) => ({
      ...sum,
      removedMessages: sum.removedMessages + each.removedMessages,
      tokensBefore: sum.tokensBefore + each.tokensBefore,
      tokensAfter: sum.tokensAfter + each.tokensAfter,
    }),
    first,
  );
}

export const nothingToCompress = failure(
  'execution',
  say`There is nothing to compress yet: the last message and the newest round always stay.`,
);

const changed = failure(
  'execution',
  say`The conversation changed while it was being compressed, so it was left unchanged. Try again.`,
);

function notShorter({ model, tokensAfter, tokensBefore }: CompactionReport): Failure {
  return failure(
    'execution',
    say`The summary of ${model} is not shorter than the messages it would replace (about ${tokensAfter} tokens for ${tokensBefore}), so nothing was removed.`,
  );
}

/** Messages that one summary replaces: complete rounds; `to` is not included. */
interface MessageRange {
  readonly from: number;
  readonly to: number;
}

export interface PlanRequest {
  readonly messages: readonly ChatMessage[];
  readonly method: CompactionMethod;
  readonly tokensOf: (messages: readonly ChatMessage[]) => number;
  readonly limit: number;
}

/** Share of the limit in which the newest rounds of the turn stay unchanged. */
const retainedShare = 0.2;
/** A user who asks for a compaction wants a small context. */
const retainedWhenManual = 4_000;
/** Removing this share brings a full context well below the threshold of a compaction. */
const enoughShare = 0.4;
const leastTokens = 100;
/** A range smaller than this share of the other gets no summary of its own. */
const worthShare = 0.05;

/** Before and after the user's last message, apart: a fork there knows only what came before. */
function planCompaction(request: PlanRequest): readonly MessageRange[] {
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

/** Start of the newest rounds: at least one, and as many as fit in their share. */
function startOfRetained(
  { messages, method, tokensOf, limit }: PlanRequest,
  first: number,
): number {
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

function reportText(report: CompactionReport): Sentence {
  const { model, removedMessages, tokensBefore, tokensAfter } = report;
  const summary = tokensText(tokensAfter);
  const replaced =
    removedMessages === 1
      ? say`1 message, about ${tokensText(tokensBefore)}, was replaced by a summary of about ${summary} from ${model}.`
      : say`${{ amount: removedMessages }} messages, about ${tokensText(tokensBefore)}, were replaced by a summary of about ${summary} from ${model}.`;
  const rest = say`You still see the messages above; the model now reads the summary.`;
  return sequence([reasons[report.method], replaced, rest]);
}

const reasons: Readonly<Record<CompactionMethod, Sentence>> = {
  triggered: say`Compressed, because the context was nearly full.`,
  manual: say`Compressed by /compact.`,
  autonomous: say`Compressed at the request of the model.`,
};
