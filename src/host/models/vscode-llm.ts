import { createHash } from 'node:crypto';
import { fitTools } from '../../adapters/llm/plain-chat';
import { abortable } from '../../core/agent/until-aborted';
import { isAborted } from '../../core/base/is-aborted';
import type { ToolRequest } from '../../core/contracts/chat';
import type { ModelFacts, ModelOptions } from '../../core/contracts/model-facts';
import type { Llm, LlmEvent, LlmRequest } from '../../core/ports/llm';
import { finishEvent, maxCalls } from '../../core/wire/parts/finish-event';
import { toJson } from '../../core/contracts/json-value';
import { createToolNames, type ToolNames } from '../../core/wire/parts/tool-names';
import type { AnswerPart, VscodeChat, VscodeRequest } from './vscode-chat';
import { describeVscodeError, vscodeRequestStopped } from './vscode-errors';
import { vscodeFacts } from './vscode-facts';
import { encodeVscodeMessages, encodeVscodeTools } from './vscode-messages';

/** One of VS Code's models. It tells no tokens, so the loop estimates them. */
export function createVscodeLlm(chat: VscodeChat, options: ModelOptions): Llm {
  const facts = vscodeFacts(chat, options);
  return { facts, stream: (request, signal) => streamAnswer({ chat, facts, request }, signal) };
}

interface Asked {
  readonly chat: VscodeChat;
  readonly facts: ModelFacts;
  readonly request: LlmRequest;
}

async function* streamAnswer(asked: Asked, signal: AbortSignal): AsyncGenerator<LlmEvent> {
  const { chat, facts } = asked;
  const request = fitTools(asked.request, facts.tools);
  const names = createToolNames(request, sha256);
  const tools = facts.tools === 'native' ? encodeVscodeTools(request.tools, names) : [];
  const sent = { messages: encodeVscodeMessages(request, names, facts.images), tools };
  const calls: ToolRequest[] = [];
  try {
    for await (const part of abortable(answerOf(chat, sent, signal), signal)) {
      if (part.kind === 'text' && part.text !== '') yield { type: 'text', text: part.text };
      // One more than allowed is enough to refuse them all.
      if (part.kind === 'call' && calls.length <= maxCalls) calls.push(toolRequest(part, names));
    }
  } catch (error) {
    const cause = isAborted(signal) ? vscodeRequestStopped : describeVscodeError(error, facts.label);
    yield { type: 'error', failure: cause };
    return;
  }
  if (isAborted(signal)) {
    yield { type: 'error', failure: vscodeRequestStopped };
    return;
  }
  // VS Code tells no reason: what came complete is what there is.
  yield finishEvent({ reason: 'stop', calls, usage: {} });
}

/** Begins with the request itself, which may wait for the person's consent. */
async function* answerOf(
  chat: VscodeChat,
  request: VscodeRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  if (signal.aborted) return;
  yield* await chat.send(request, signal);
}

function toolRequest(
  { callId, name, input }: AnswerPart & { readonly kind: 'call' },
  names: ToolNames,
): ToolRequest {
  // What is no object stays as it came, so that validation says what is wrong with it.
  const argsText = input === undefined ? '{}' : JSON.stringify(toJson(input) ?? null);
  return { wireId: callId, name: names.fromWire(name), argsText };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
