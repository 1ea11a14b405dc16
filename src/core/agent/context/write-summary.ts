import { failure, type Failure } from '../../contracts/failure';
import { fail, succeed, type Result } from '../../contracts/result';
import { isAborted } from '../../base/is-aborted';
import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import { countAnswer } from '../count-answer';
import type { SessionContext } from '../turn-context';
import { abortable } from '../until-aborted';
import { summaryRequest, type SummaryPart } from './summary-prompt';

export interface SummaryModel {
  /** The model that compresses. */
  readonly llm: Llm;
  readonly signal: AbortSignal;
  /** Says what is going on. */
  readonly tell: (text: string, waitUntil?: number) => void;
}

/** Asks for the summary of one part; what it costs counts in the chat. */
export async function summarisePart(
  part: SummaryPart,
  writer: SummaryModel,
  chat: SessionContext,
): Promise<Result<string>> {
  const { llm, signal } = writer;
  const request = summaryRequest(part);
  const { said, end } = await ask(request, { ...writer, working: progressText(part) }, chat);
  if (said !== '' || end?.usage !== undefined) {
    countAnswer({ llm, request, said, usage: end?.usage ?? {} }, chat);
  }
  if (isAborted(signal)) return fail(failure('cancelled', 'The compression was stopped.'));
  return accept(said, end, llm.facts.id);
}

function progressText({ part, of }: SummaryPart): string {
  const which = of === 1 ? '' : ` (part ${String(part)} of ${String(of)})`;
  return `Compressing the conversation${which}…`;
}

async function ask(
  request: LlmRequest,
  { llm, signal, tell, working }: SummaryModel & { readonly working: string },
  { outbox }: SessionContext,
): Promise<{ readonly said: string; readonly end: SummaryEnd | undefined }> {
  const texts: string[] = [];
  let end: SummaryEnd | undefined;
  let shown: unknown;
  const show = (text: string, waitUntil?: number) => {
    const state = waitUntil ?? text;
    if (state !== shown) tell(text, waitUntil);
    shown = state;
  };
  show(working);
  for await (const event of abortable(llm.stream(request, signal), signal)) {
    if (event.type === 'wait') {
      show(event.text, event.untilMs);
      continue;
    }
    show(working);
    if (event.type === 'finish' || event.type === 'error') end = event;
    else if (event.type === 'text') texts.push(event.text);
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
