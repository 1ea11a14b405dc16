import * as z from 'zod';
import { allOptional, anyObject, count, lenient } from '../schema-parts';
import type { ContentBlock, SessionUpdate } from './acp';

const text = z.string();

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.enum(['image', 'audio']), data: text, mimeType: text }),
  z.object({ type: z.literal('resource_link'), uri: text, name: text }),
  z.object({
    type: z.literal('resource'),
    resource: z.union([z.object({ uri: text, text }), z.object({ uri: text, blob: text })]),
  }),
]);

/** As it is, with what else it holds. */
const block = z.custom<ContentBlock>((value) => blockSchema.safeParse(value).success);

export const storedChunk = z.object({
  sessionUpdate: z.enum(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk']),
  content: block,
  _meta: lenient(anyObject),
});

const contentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content'), content: block }),
  z.object({ type: z.literal('diff'), path: text, newText: text }),
  z.object({ type: z.literal('terminal'), terminalId: text }),
]);

const callSchema = z.object({
  sessionUpdate: z.literal('tool_call'),
  toolCallId: text,
  title: text,
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
  content: z.array(contentSchema).optional(),
  locations: z.array(z.object({ path: text })).optional(),
});

export type ToolCallEntry = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

/** True for a call that can be shown. */
export function isStoredCall(value: unknown): value is ToolCallEntry {
  return callSchema.safeParse(value).success;
}

const usageSchema = z.object({
  sessionUpdate: z.literal('usage_update'),
  used: z.number(),
  size: z.number(),
});

export function isStoredUsage(
  value: unknown,
): value is Extract<SessionUpdate, { sessionUpdate: 'usage_update' }> {
  return usageSchema.safeParse(value).success;
}

const sizeSchema = allOptional({ size: lenient(count) });

export function parseContextSize(usage: unknown): number | undefined {
  return sizeSchema.parse(usage).size;
}
