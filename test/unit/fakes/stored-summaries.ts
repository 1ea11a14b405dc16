import path from 'node:path';
import * as z from 'zod';
import {
  chatFileStem,
  chatsFolder,
  parseChatFile,
} from '../../../src/adapters/store/disk/file-names';
import {
  compactionMethods,
  type SummaryRecord,
} from '../../../src/core/contracts/chats/conversation';
import { openSqlJs, valueOf, type TemporaryStore, type WindowOptions } from './temporary-store';

const rowSchema = z.object({
  method: z.enum(compactionMethods),
  text: z.string(),
  removedMessages: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  model: z.string(),
  at: z.number(),
});

/** The compactions of a chat, oldest first, as any SQLite tool finds them once a window has saved. */
export async function storedSummaries(
  storage: TemporaryStore,
  conversationId = 'chat',
  options: WindowOptions = {},
): Promise<readonly SummaryRecord[]> {
  const window = storage.window(options);
  valueOf(await window.health());
  await window.close();
  const { Database } = await openSqlJs();
  const found: SummaryRecord[] = [];
  const stem = chatFileStem(conversationId);
  for (const name of storage.names()) {
    const isOfChat = parseChatFile(path.basename(name))?.stem === stem;
    if (!isOfChat || path.dirname(name) !== chatsFolder) continue;
    const database = new Database(storage.read(name));
    const statement = database.prepare(
      `SELECT compaction_method AS method, text, removed_messages AS removedMessages,
        tokens_before AS tokensBefore, tokens_after AS tokensAfter, model, created_at AS at
      FROM summaries`,
    );
    while (statement.step()) {
      found.push({ conversationId, ...rowSchema.parse(statement.getAsObject()) });
    }
    database.close();
  }
  return found.sort((a, b) => a.at - b.at);
}
