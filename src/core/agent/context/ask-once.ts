import { abortable } from '../../base/async';
import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import type { Conversation } from '../conversation/conversation';
import { countAnswer } from './usage-updates';

export interface Question {
  readonly llm: Llm;
  readonly request: LlmRequest;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: LlmEvent) => void;
}

export interface QuestionAnswer {
  readonly said: string;
  /** Undefined if the answer broke off without an end. */
  readonly end: Extract<LlmEvent, { type: 'finish' | 'error' }> | undefined;
}

/** Asks a model a question whose answer is no part of the conversation; its cost counts in it. */
export async function askOnce(
  { llm, request, signal, onEvent }: Question,
  chat: Conversation,
): Promise<QuestionAnswer> {
  const texts: string[] = [];
  let end: QuestionAnswer['end'];
  for await (const event of abortable(llm.stream(request, signal), signal)) {
    onEvent?.(event);
    if (event.type === 'finish' || event.type === 'error') end = event;
    else if (event.type === 'text') texts.push(event.text);
  }
  const said = texts.join('');
  if (said !== '' || end?.usage !== undefined) {
    countAnswer({ llm, request, said, usage: end?.usage ?? {} }, chat);
  }
  return { said, end };
}
