import * as z from 'zod';
import type { ConversationInfo } from '../../core/contracts/conversation';
import { marksOf, type Mark } from './conversation-apply';
import { selectChat } from './conversation-schema';
import type { StoreDatabase } from './database';

const chatSchema = z.object({ id: z.string(), created_at: z.number(), updated_at: z.number() });

/** A chat of the list, without its facts. */
export interface ChatRow {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function chatRow(row: unknown): ChatRow {
  const { id, created_at: createdAt, updated_at: updatedAt } = chatSchema.parse(row);
  return { id, createdAt, updatedAt };
}

export function findChat(database: StoreDatabase, id: string): ChatRow | undefined {
  const row = database.rows(selectChat, [id])[0];
  return row && chatRow(row);
}

/** What a list tells of a chat; a fact that nobody has given is empty. */
export function infoOf(database: StoreDatabase, chat: ChatRow): ConversationInfo {
  const marks = marksOf(database, chat.id);
  const cost = factOf(marks, 'cost', z.number().optional(), undefined);
  return {
    ...chat,
    title: factOf(marks, 'title', z.string(), ''),
    isNamed: factOf(marks, 'isNamed', z.boolean(), false),
    cwd: factOf(marks, 'cwd', z.string(), ''),
    ...(cost !== undefined && { cost }),
    tokens: factOf(marks, 'tokens', z.number(), 0),
    messages: factOf(marks, 'messages', z.number(), 0),
  };
}

function factOf<T>(
  marks: ReadonlyMap<string, Mark>,
  name: string,
  schema: z.ZodType<T>,
  absent: T,
): T {
  const value = marks.get(name)?.value ?? null;
  return value === null ? absent : schema.parse(JSON.parse(value));
}
