import type { ChatMessage } from '../../contracts/chat';
import { failure, type Failure } from '../../contracts/failure';
import { fail, succeed, type Result } from '../../contracts/result';
import { isAborted } from '../../base/is-aborted';
import { redactText } from '../../base/redact';
import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import { countAnswer } from '../count-answer';
import type { SessionContext } from '../turn-context';
import { untilAborted } from '../until-aborted';
import { answerRoom } from './limits';
import { quotedRequests, summaryRequest, type SummaryPart } from './summary-prompt';
import { transcriptChunks } from './transcript';

export interface SummaryTask {
  readonly messages: readonly ChatMessage[];
  /** Of the compression: empty settings mean the model of the chat. */
  readonly llm: Llm;
  /** Tokens that a request of the chat may take: a small context gets a short summary. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Says what is going on. */
  readonly tell: (text: string, waitUntil?: number) => void;
}

/** Part of what the compressing model takes: our estimate of its tokens may be short. */
const safeShare = 0.85;
/** Tokens of the instruction around a transcript. */
const instructionTokens = 700;
const leastChunk = 250;
const mostChunks = 24;

const summaryShare = 0.05;
const summaryTokens = { least: 250, most: 2_000 } as const;
const wordsPerToken = 0.7;
const charactersPerToken = 4;

/**
 * Writes the summary of some messages, redacted, in parts where they are larger than the context of
 * the compressing model. It changes nothing: on failure everything is as before (000).
 */
export async function summarise(task: SummaryTask, chat: SessionContext): Promise<Result<string>> {
  const chunks = chunksFor(task);
  if (!chunks.ok) return chunks;
  const { least, most } = summaryTokens;
  const tokens = Math.min(Math.max(Math.floor(task.limit * summaryShare), least), most);
  const of = chunks.value.length;
  const written: string[] = [];
  for (const [index, transcript] of chunks.value.entries()) {
    const part = index + 1;
    task.tell(working(part, of));
    const maxWords = Math.max(100, Math.floor((tokens * wordsPerToken) / Math.sqrt(of)));
    const summary = await writeOne({ transcript, part, of, maxWords }, task, chat);
    if (!summary.ok) return summary;
    written.push(
      of === 1 ? summary.value : `(Part ${String(part)} of ${String(of)})\n${summary.value}`,
    );
  }
  const quotes = quotedRequests(task.messages, tokens * charactersPerToken);
  return succeed(redactText([...written, quotes].join('\n\n').trim()).text);
}

function working(part: number, of: number): string {
  const which = of === 1 ? '' : ` (part ${String(part)} of ${String(of)})`;
  return `Compressing the conversation${which}…`;
}

function chunksFor({ messages, llm }: SummaryTask): Result<readonly string[]> {
  const { facts } = llm;
  const room = Math.floor((facts.contextTokens - answerRoom(facts)) * safeShare);
  const limit = room - instructionTokens;
  const chunks = limit < leastChunk ? [] : transcriptChunks(messages, limit);
  if (chunks.length > 0 && chunks.length <= mostChunks) return succeed(chunks);
  return fail(
    useless(
      `The context of ${facts.id} is too small to compress this conversation. Set gatehouse.agent.compressModel to a model that takes more, or use /clear.`,
    ),
  );
}

async function writeOne(
  part: SummaryPart,
  task: SummaryTask,
  chat: SessionContext,
): Promise<Result<string>> {
  const { llm, signal } = task;
  const request = summaryRequest(part);
  const { said, end } = await ask(request, task, chat);
  if (said !== '' || end?.usage !== undefined) {
    countAnswer({ llm, request, said, usage: end?.usage ?? {} }, chat);
  }
  if (isAborted(signal)) return fail(failure('cancelled', 'The compression was stopped.'));
  return accept(said, end, llm.facts.id);
}

async function ask(
  request: LlmRequest,
  { llm, signal, tell }: SummaryTask,
  { outbox }: SessionContext,
): Promise<{ readonly said: string; readonly end: SummaryEnd | undefined }> {
  const texts: string[] = [];
  let end: SummaryEnd | undefined;
  for await (const event of untilAborted(llm.stream(request, signal), signal)) {
    if (event.type === 'finish' || event.type === 'error') end = event;
    else if (event.type === 'text') texts.push(event.text);
    else if (event.type === 'wait') tell(event.text, event.untilMs);
    else if (event.type === 'notice') outbox.notice(event.level, event.text);
  }
  return { said: texts.join(''), end };
}

type SummaryEnd = Extract<LlmEvent, { type: 'finish' | 'error' }>;

/** A summary that is not whole would lose what it leaves out, so it is none. */
function accept(said: string, end: SummaryEnd | undefined, model: string): Result<string> {
  if (end === undefined) {
    return fail(useless(`${model} ended without saying that it had finished.`));
  }
  if (end.type === 'error') return fail(end.failure);
  switch (end.reason) {
    case 'length':
      return fail(useless(`The summary of ${model} was cut at its length limit.`));
    case 'filtered':
      return fail(useless(`The content filter of ${model} stopped the summary.`));
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
