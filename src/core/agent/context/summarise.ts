import type { ChatMessage } from '../../contracts/chat';
import { failure } from '../../contracts/failure';
import { fail, succeed, type Result } from '../../contracts/result';
import { estimateTokens } from '../../base/estimate-tokens';
import { redactText } from '../../base/redact';
import type { SessionContext } from '../turn-context';
import { answerRoom } from './limits';
import { maxQuoted, quotedRequests, workTitle } from './summary-prompt';
import { transcriptChunks } from './transcript';
import { summarisePart, type SummaryModel } from './write-summary';

export interface SummaryTask extends SummaryModel {
  readonly messages: readonly ChatMessage[];
  /** The person's message that they are work on, where it is not among them. */
  readonly request: string | undefined;
  /** Tokens that a request of the chat may take: a small context gets a short summary. */
  readonly limit: number;
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
      `The context of ${facts.id} is too small to compress this conversation. Set gatehouse.agent.compressModel to a model that takes more, or use /clear.`,
    ),
  );
}
