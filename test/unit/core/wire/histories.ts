import fc from 'fast-check';
import type {
  AssistantCall,
  ChatMessage,
  ThinkingBlock,
} from '../../../../src/core/contracts/chats/messages';

/** Few ids, so that they repeat, are missing and stand in the wrong place. */
const id = fc.constantFrom('a', 'b', 'c', 'call_1');
const wireId = fc.constantFrom('a', 'b', '', 'call_1', 'functions.read:0', 'x'.repeat(90), 'ä');
const name = fc.constantFrom('core__read', 'core__bash', 'a.b', '', `mcp__${'x'.repeat(90)}`);
const text = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'Hello', 'half \ud83d', '```bash\nls\n```', '</tool_result>'),
  fc.string(),
);
const argsText = fc.oneof(
  fc.constantFrom('{}', '', '[1]', '{"path":"a"}', '{"a":"\\ud83d"}', '{"a":', 'null'),
  fc.string(),
);

const call: fc.Arbitrary<AssistantCall> = fc.record({ toolCallId: id, wireId, name, argsText });

const image = fc.constantFrom(
  { mediaType: 'image/png', data: 'aGVsbG8=' },
  { mediaType: 'image/jpeg', data: 'eA==' },
);

const thinking = fc.constantFrom<ThinkingBlock>(
  { wire: 'anthropic-messages', block: { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' } },
  { wire: 'anthropic-messages', block: { type: 'redacted_thinking', data: 'eA==' } },
  { wire: 'openai-chat', block: { reasoning_content: 'Hm.' } },
  { wire: 'openai-chat', block: { extra_content: [{ google: { thought_signature: 'x' } }] } },
  { wire: 'ollama-chat', block: { thinking: 'Hm.' } },
  { wire: 'other', block: { what: 'ever' } },
);

const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({
    role: fc.constant('user' as const),
    text,
    images: fc.array(image, { maxLength: 2 }),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    text,
    calls: fc.array(call, { maxLength: 4 }),
    thinking: fc.array(thinking, { maxLength: 2 }),
  }),
  fc.record({
    role: fc.constant('tool' as const),
    toolCallId: id,
    wireId,
    name,
    text,
    status: fc.constantFrom('completed', 'failed', 'cancelled'),
  }),
);

/** Histories as crashes, cancels, compaction and other models leave them, and worse. */
export const anyHistory: fc.Arbitrary<readonly ChatMessage[]> = fc.array(message, {
  maxLength: 14,
});
