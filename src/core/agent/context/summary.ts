import type { ChatMessage } from '../../contracts/chats/messages';
import { failure, fail, succeed, type Result, type Failure } from '../../contracts/failure';
import { estimateTokens } from '../../base/estimate-tokens';
import { redactText } from '../../base/redact/redact';
import type { Conversation } from '../conversation/conversation';
import { answerRoom } from '../conversation/context-budget';
import {
  maxQuoted,
  quotedRequests,
  workTitle,
  transcriptChunks,
  summaryRequest,
  type SummaryPart,
} from './summary-prompt';
import type { Llm, LlmEvent } from '../../ports/llm';
import { askOnce, type QuestionAnswer } from './ask-once';
import { isAborted } from '../../base/async';

export interface SummaryTask extends SummaryModel {
  readonly messages: readonly ChatMessage[];
  /** The user's message that they belong to, if it is not among them. */
  readonly request: string | undefined;
  /** Most tokens of a request in this chat: a small context gets a short summary. */
  readonly limit: number;
}

/** Safety margin: our estimate of the tokens may be too low. */
const safeShare = 0.85;
/** Tokens of the instructions around a transcript. */
const instructionTokens = 700;
const leastChunk = 250;
const mostChunks = 24;

const summaryShare = 0.05;
const summaryTokens = { least: 250, most: 2_000 } as const;
const wordsPerToken = 0.7;
const charactersPerToken = 4;

/** A redacted summary, in parts if needed. Changes nothing itself (000-compress-3). */
export async function summarize(task: SummaryTask, chat: Conversation): Promise<Result<string>> {
  const chunks = chunksFor(task);
  if (!chunks.ok) return chunks;
  const { least, most } = summaryTokens;
  const tokens = Math.min(Math.max(Math.floor(task.limit * summaryShare), least), most);
  const of = chunks.value.length;
  const { request } = task;
  const written = request === undefined ? [] : [workTitle(request)];
  for (const [index, transcript] of chunks.value.entries()) {
    const part = index + 1;
    const maxWords = Math.max(100, Math.floor((tokens * wordsPerToken) / Math.sqrt(of)));
    const summary = await summarisePart({ transcript, part, of, maxWords, request }, task, chat);
    if (!summary.ok) return summary;
    written.push(
      of === 1 ? summary.value : `(Part ${String(part)} of ${String(of)})\n${summary.value}`,
    );
  }
  const quotes = quotedRequests(task.messages, tokens * charactersPerToken);
  return succeed(redactText([...written, quotes].join('\n\n').trim()).text);
}

function chunksFor({ messages, llm, request = '' }: SummaryTask): Result<readonly string[]> {
  const { facts } = llm;
  const room = Math.floor((facts.contextTokens - answerRoom(facts)) * safeShare);
  const limit = room - instructionTokens - estimateTokens(request.slice(0, maxQuoted));
  const chunks = limit < leastChunk ? [] : transcriptChunks(messages, limit);
  if (chunks.length > 0 && chunks.length <= mostChunks) return succeed(chunks);
  return fail(
    failure(
      'execution',
      `The context of ${facts.id} is too small to compress this conversation. Set gatehouse.agent.compressModel to a model with a larger context, or use /clear.`,
    ),
  );
}

interface SummaryModel {
  readonly llm: Llm;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string, waitUntil?: number) => void;
}

async function summarisePart(
  part: SummaryPart,
  writer: SummaryModel,
  chat: Conversation,
): Promise<Result<string>> {
  const { llm, signal } = writer;
  const request = summaryRequest(part);
  const onEvent = progressOf(part, writer, chat);
  const { said, end } = await askOnce({ llm, request, signal, onEvent }, chat);
  if (isAborted(signal)) return fail(failure('cancelled', 'The compression was stopped.'));
  return accept(said, end, llm.facts.id);
}

function progressText({ part, of }: SummaryPart): string {
  const which = of === 1 ? '' : ` (part ${String(part)} of ${String(of)})`;
  return `Compressing the conversation${which}…`;
}

/** Shows that a part is written or waited for, each state once, and passes notices on. */
function progressOf(part: SummaryPart, { onProgress }: SummaryModel, { outbox }: Conversation) {
  let shown: unknown;
  const show = (text: string, waitUntil?: number) => {
    const state = waitUntil ?? text;
    if (state !== shown) onProgress(text, waitUntil);
    shown = state;
  };
  const working = progressText(part);
  show(working);
  return (event: LlmEvent) => {
    if (event.type === 'wait') show(event.text, event.untilMs);
    else show(working);
    if (event.type === 'notice') outbox.notice(event.level, event.text);
  };
}

/** An incomplete summary is rejected, because it would lose messages. */
function accept(said: string, end: QuestionAnswer['end'], model: string): Result<string> {
  if (end === undefined) {
    return fail(useless(`${model} ended without a finish reason.`));
  }
  if (end.type === 'error') return fail(end.failure);
  switch (end.reason) {
    case 'length':
      return fail(useless(`The summary of ${model} was cut at its length limit.`));
    case 'filtered':
      return fail(useless(`The content filter of the provider stopped the summary of ${model}.`));
    case 'tool_calls':
    case 'paused':
      return fail(useless(`${model} did not write a summary.`));
    case 'stop':
      return said.trim() === ''
        ? fail(useless(`The summary of ${model} was empty.`))
        : succeed(said.trim());
  }
}

function useless(message: string): Failure {
  return failure('execution', message);
}
