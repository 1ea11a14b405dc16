import { say } from '../../../../src/core/base/sentence';
import { createHash } from 'node:crypto';
import type { ChatMessage } from '../../../../src/core/contracts/chats/messages';
import type { ModelFacts } from '../../../../src/core/contracts/models';
import type { JsonObject } from '../../../../src/core/contracts/json';
import type { ToolSpec } from '../../../../src/core/contracts/tool-spec';
import type { LlmRequest } from '../../../../src/core/ports/llm';
import type { Wire, WireOptions } from '../../../../src/core/wire/codec/define-wire';
import { fakeFacts } from '../../fakes/llm';

/** A model `m` that takes everything but thinks only where `facts` say so. */
export function wireOptions(
  facts: Partial<ModelFacts> = {},
  more: Partial<WireOptions> = {},
): WireOptions {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  return { model: 'm', facts: fakeFacts(facts), hash, ...more };
}

export function requestOf(more: Partial<LlmRequest> = {}): LlmRequest {
  return { system: ['Be good.'], messages: [{ role: 'user', text: 'Hello' }], tools: [], ...more };
}

export function bodyOf(
  wire: Wire,
  request: Partial<LlmRequest> = {},
  options: WireOptions = wireOptions(),
): JsonObject {
  return wire.exchange(requestOf(request), options).body;
}

/** The `messages` of the body for this history. */
export function messagesOf(
  wire: Wire,
  messages: readonly ChatMessage[],
  options: WireOptions = wireOptions(),
) {
  return bodyOf(wire, { messages }, options)['messages'];
}

export function toolSpec(name: string, inputSchema: JsonObject = pathSchema): ToolSpec {
  const description = `Does ${name}.`;
  return {
    name,
    title: say`Do`,
    description,
    inputSchema,
    effect: 'read_only',
    traits: [],
    redaction: ['text'],
  };
}

const pathSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { path: { type: 'string', description: 'Where.' } },
  required: ['path'],
  additionalProperties: false,
};
