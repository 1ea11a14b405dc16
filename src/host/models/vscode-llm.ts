import { cutMarked } from '../../core/base/text-lines';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fitTools } from '../../adapters/llm/plain-request';
import type { ToolRequest } from '../../core/contracts/chats/messages';
import type { ModelFacts, ModelOptions } from '../../core/contracts/models';
import type { Llm, LlmEvent, LlmRequest } from '../../core/ports/llm';
import { finishEvent, maxCalls } from '../../core/wire/codec/finish-event';
import { toJson } from '../../core/contracts/json';
import { allOptional, lenient } from '../../core/contracts/schema-parts';
import { createToolNames, type ToolNames } from '../../core/wire/codec/tool-names';
import type {
  AnswerPart,
  VscodeChat,
  VscodeRequest,
  VscodeMessage,
  VscodePart,
  VscodeTool,
} from './vscode-chat';
import { repairHistory, type WireTurn } from '../../core/wire/codec/repair-history';
import { sortedTools, withoutDialect } from '../../core/wire/codec/tool-schema';
import { vscodeModelId } from '../../adapters/llm/model-id';
import { failure, type Failure } from '../../core/contracts/failure';
import { escapeControlInline } from '../../core/base/escape-control';
import { redactText } from '../../core/base/redact/redact';
import { abortable, isAborted } from '../../core/base/async';
import { t } from '../window/language';

/** A VS Code model. It reports no token usage, so the loop estimates it. */
export function createVscodeLlm(chat: VscodeChat, options: ModelOptions): Llm {
  const facts = vscodeFacts(chat, options);
  return { facts, stream: (request, signal) => streamAnswer({ chat, facts, request }, signal) };
}

async function* streamAnswer(
  asked: { readonly chat: VscodeChat; readonly facts: ModelFacts; readonly request: LlmRequest },
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
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
    const cause = isAborted(signal)
      ? vscodeRequestStopped()
      : describeVscodeError(error, facts.label);
    yield { type: 'error', failure: cause };
    return;
  }
  if (isAborted(signal)) {
    yield { type: 'error', failure: vscodeRequestStopped() };
    return;
  }
  // VS Code reports no reason, only complete parts.
  yield finishEvent({ reason: 'stop', calls, usage: {} });
}

/** Starts with the request itself, which may wait for the user's consent. */
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
  // A value that is not an object is passed on, so that validation reports it.
  const argsText = input === undefined ? '{}' : JSON.stringify(toJson(input) ?? null);
  return { wireId: callId, name: names.fromWire(name), argsText };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The system prompt is the first message; calls are answered directly after it (decision 21). */
export function encodeVscodeMessages(
  { system, messages }: Pick<LlmRequest, 'system' | 'messages'>,
  names: ToolNames,
  images: boolean,
): readonly VscodeMessage[] {
  // The provider of the model may refuse the same id twice.
  const rules = { wire: 'vscode', ids: { uniqueIn: 'request' }, images } as const;
  return [
    { role: 'user' as const, parts: texts(system) },
    ...repairHistory(messages, rules).flatMap((turn) => encodeTurn(turn, names)),
  ].filter(({ parts }) => parts.length > 0);
}

function encodeTurn(turn: WireTurn, names: ToolNames): readonly VscodeMessage[] {
  if (turn.role === 'user') {
    const images = turn.images.map((image) => ({ kind: 'image', ...image }) as const);
    return [{ role: 'user', parts: [...texts([turn.text]), ...images] }];
  }
  const calls = turn.calls.map(
    ({ id, name, args }) =>
      ({ kind: 'call', callId: id, name: names.toWire(name), input: args }) as const,
  );
  const answers = turn.calls.map(
    ({ id, answer }) => ({ kind: 'result', callId: id, text: answer.text }) as const,
  );
  return [
    { role: 'assistant', parts: [...texts([turn.text]), ...calls] },
    { role: 'user', parts: answers },
  ];
}

function texts(all: readonly string[]): readonly VscodePart[] {
  return all.filter((text) => text.trim() !== '').map((text) => ({ kind: 'text', text }));
}

function encodeVscodeTools(tools: LlmRequest['tools'], names: ToolNames): readonly VscodeTool[] {
  return sortedTools(tools).map(({ name, description, inputSchema }) => {
    return { name: names.toWire(name), description, inputSchema: withoutDialect(inputSchema) };
  });
}

/** Features that VS Code's API has no field for; the picker lists them. */
const vscodeLacks: readonly string[] = ['system messages', 'token usage', 'thinking'];

/** Known properties of a VS Code model; the user's options take precedence. */
export function vscodeFacts(chat: Omit<VscodeChat, 'send'>, options: ModelOptions): ModelFacts {
  const { maxOutputTokens, prices } = options;
  return {
    id: vscodeModelId(chat.vendor, chat.id),
    label: chat.name === '' ? chat.id : chat.name,
    ...contextOf(chat, options),
    tools: options.tools ?? (chat.takesTools === false ? 'none' : 'native'),
    images: options.images ?? chat.takesImages ?? false,
    reasoning: options.reasoning ?? false,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(prices === undefined ? {} : { prices }),
    lacks: vscodeLacks,
  };
}

/** As for servers that report none: an extension may report nothing, or an invalid size. */
const assumedContext = 32_768;

function contextOf(
  { maxInputTokens: said }: Pick<VscodeChat, 'maxInputTokens'>,
  { contextTokens }: ModelOptions,
): Pick<ModelFacts, 'contextTokens' | 'contextSource'> {
  if (contextTokens !== undefined) return { contextTokens, contextSource: 'settings' };
  return Number.isSafeInteger(said) && said > 0
    ? { contextTokens: said, contextSource: 'provider' }
    : { contextTokens: assumedContext, contextSource: 'assumed' };
}

export const vscodeRequestStopped = (): Failure =>
  failure('cancelled', t('The request was stopped.'));

const maxSaid = 300;

/** Not always an Error: it may be any object from VS Code's window. */
const errorSchema = allOptional({ code: lenient(z.string()), message: z.string().catch('') });

/** An error of a VS Code model. `code` is that of `vscode.LanguageModelError`. */
function describeVscodeError(error: unknown, model: string): Failure {
  switch (errorSchema.parse(error).code) {
    case 'NoPermissions':
      return failure(
        'execution',
        t(
          'VS Code gave Gatehouse no access to {0}. Ask again and choose Allow, or run "Manage Language Model Access…".',
          model,
        ),
        { category: 'permanent_failure' },
      );
    case 'Blocked':
      return failure(
        'execution',
        withSaid(
          t(
            'The provider of {0} is refusing requests; its quota may be used up. Wait, or choose another model.',
            model,
          ),
          error,
        ),
        { category: 'rate_limited' },
      );
    case 'NotFound':
      return failure(
        'unavailable',
        t('VS Code no longer offers {0}. Choose another model.', model),
        {
          category: 'permanent_failure',
        },
      );
    default:
      return failure('execution', withSaid(t('{0} failed in VS Code.', model), error), {
        category: 'server_error',
      });
  }
}

function withSaid(text: string, error: unknown): string {
  const { message } = errorSchema.parse(error);
  const line = escapeControlInline(redactText(message).text).trim();
  if (line === '') return text;
  return t('{0} It says: {1}', text, cutMarked(line, maxSaid));
}
