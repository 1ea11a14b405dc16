import type { ChatMessage } from '../../contracts/chat';
import type { CompactionMethod, CompactionReport } from '../../contracts/compaction';
import { failure, type Failure } from '../../contracts/failure';
import { fail, succeed, type Result } from '../../contracts/result';
import { isAborted } from '../../base/is-aborted';
import type { Llm } from '../../ports/llm';
import { shownCalls } from '../history/shown-calls';
import type { SessionContext } from '../turn-context';
import { createCompactionNotice, type CompactionNotice } from './compaction-notice';
import { planCompaction, type MessageRange } from './compaction-plan';
import { requestLimit } from './limits';
import { knowledgeBlock } from './prompt-blocks';
import { summarise } from './summarise';

export interface CompactionOptions {
  readonly method: CompactionMethod;
  /** The model of the chat. */
  readonly llm: Llm;
  readonly signal: AbortSignal;
}

/**
 * Puts summaries in the place of older messages (000 compress_context). Messages are removed only
 * after their summary is written, shorter than they are, and recorded; on failure nothing is lost.
 * The person's last message and the newest round always stay, and no call is split from its answer.
 * Tells the person what it does; what failed is for the caller to say.
 */
export async function compactChat(
  chat: SessionContext,
  options: CompactionOptions,
): Promise<Result<CompactionReport>> {
  const writer = await compressingModel(chat, options);
  if (!writer.ok) return writer;
  const plan = planFor(chat, options);
  if (plan.length === 0) return fail(nothingToCompress);
  const notice = createCompactionNotice(chat);
  const work: CompactionRun = { ...options, chat, writer: writer.value, notice };
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
  notice.end(report);
  return report === undefined ? fail(failed) : succeed(report);
}

interface CompactionRun extends CompactionOptions {
  readonly chat: SessionContext;
  readonly writer: Llm;
  readonly notice: CompactionNotice;
}

/** A model that is set but cannot be used is never replaced in silence (zeph 11). */
async function compressingModel(
  { deps }: SessionContext,
  { llm, signal }: CompactionOptions,
): Promise<Result<Llm>> {
  const id = deps.settings.compressModel();
  if (id === '') return succeed(llm);
  const found = await deps.llms.get(id, signal);
  if (found.ok) return found;
  const { message } = found.failure;
  return fail({
    ...found.failure,
    message: `The model of the setting gatehouse.agent.compressModel cannot be used. ${message}`,
  });
}

function planFor(
  { budget, deps, history }: SessionContext,
  { method, llm }: CompactionOptions,
): readonly MessageRange[] {
  return planCompaction({
    messages: history.messages(),
    method,
    tokensOf: (messages) => budget.estimate({ messages }),
    limit: requestLimit(llm.facts, deps.settings.contextBudgetTokens()),
  });
}

async function compressRange(
  { from, to }: MessageRange,
  { chat, writer, llm, method, signal, notice }: CompactionRun,
): Promise<Result<CompactionReport>> {
  const { budget, deps, history } = chat;
  const messages = history.messages().slice(from, to);
  const limit = requestLimit(llm.facts, deps.settings.contextBudgetTokens());
  const request = from > 0 ? lastUserText(history.messages()) : undefined;
  const task = { messages, request, llm: writer, limit, signal, tell: notice.update };
  const summary = await summarise(task, chat);
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
  const { sessionId } = chat.run();
  if (!isUnchanged(messages, history.messages(), from)) return fail(changed);
  const recorded = await deps.summaries.add({
    ...report,
    conversationId: sessionId,
    text,
    at: deps.clock.now(),
  });
  if (!recorded.ok) return recorded;
  if (!isUnchanged(messages, history.messages(), from)) return fail(changed);
  history.compress(to, text, from);
  chat.forgetSeen(shownCalls(messages));
  return succeed(report);
}

/** What the rounds behind the person's last message are work on. */
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
  'There is nothing to compress yet: the last message and the newest round always stay.',
);

const changed = failure(
  'execution',
  'The conversation changed while it was being compressed, so it was left as it is.',
);

function notShorter({ model, tokensAfter, tokensBefore }: CompactionReport): Failure {
  return failure(
    'execution',
    `The summary of ${model} is not shorter than what it was to replace (about ${String(tokensAfter)} tokens for ${String(tokensBefore)}), so nothing was removed.`,
  );
}
