import type { ConversationEntry } from '../../contracts/conversation';
import type { Chat, HandRun, MessageMark } from '../chat';
import { toEntryValue } from './to-entry-value';

/** Counts up when what is read by `read-state.ts` is written in another way. */
export const stateSchema = 1;

/** Stages what changes with each round: the same few values, however long the chat is. */
export function keepState(chat: Chat): void {
  const { record, spending, unfinished, offers, atWork, told, model } = chat;
  const { inputTokens, outputTokens, cost } = spending.totals();
  record.writer.stage({
    facts: {
      tokens: inputTokens + outputTokens,
      messages: chat.messages,
      ...(cost !== undefined && { cost }),
    },
    put: [
      stateEntry('chat', {
        schema: stateSchema,
        unfinished,
        offers,
        atWork,
        model,
        told: [...told],
        spending: spending.kept(),
      }),
    ],
  });
}

/** Stages what the pipeline has come to know of the chat. */
export function keepSnapshot({ record, deps, id }: Chat): void {
  record.snapshots.keep(deps.runner.snapshot(id));
}

export function keepNote({ record }: Chat, note: HandRun): void {
  record.writer.stage({ put: [noteEntry(note)] });
}

/** They have gone to the model. */
export function dropNotes({ record }: Chat, notes: readonly HandRun[]): void {
  const remove = notes.map(
    ({ toolCallId }) => ({ part: 'state', key: noteKey(toolCallId) }) as const,
  );
  record.writer.stage({ remove });
}

/** Stages what was so when a message was sent; the snapshot only as a place in its log. */
export function keepMark({ record }: Chat, messageId: string, mark: MessageMark): void {
  const at = record.snapshots.keep(mark.snapshot);
  const value = { at, notes: mark.notes };
  record.writer.stage({ put: [stateEntry(markKey(messageId), value)] });
}

/** The history holds these messages no more. */
export function dropMarks({ record }: Chat, messageIds: readonly string[]): void {
  const remove = messageIds.map((id) => ({ part: 'state', key: markKey(id) }) as const);
  record.writer.stage({ remove });
}

/** `count`: how many calls the chat had forgotten before. */
export function keepForgotten(
  { record }: Pick<Chat, 'record'>,
  toolCallIds: readonly string[],
  count: number,
): void {
  record.writer.stage({ put: [stateEntry(`${forgottenPrefix}${String(count)}`, toolCallIds)] });
}

/** /clear: nothing that was stored stays, but that ids of calls are used. */
export function keepCleared(chat: Chat): void {
  const { record, callIds } = chat;
  record.transcript.clear();
  record.snapshots.clear();
  record.writer.stage({
    drop: ['transcript', 'state'],
    facts: { cost: 0 },
    put: [stateEntry('ids', callIds.used())],
  });
  keepState(chat);
}

/** Stages all of a chat that is not stored yet but for what it shows. */
export function keepAll(chat: Chat): void {
  chat.record.history.keepAll();
  for (const [messageId, mark] of chat.marks) keepMark(chat, messageId, mark);
  for (const note of chat.notes) keepNote(chat, note);
  if (chat.forgotten.size > 0) keepForgotten(chat, [...chat.forgotten], 0);
  chat.record.writer.stage({ put: [stateEntry('ids', chat.callIds.used())] });
  keepState(chat);
  keepSnapshot(chat);
}

export const forgottenPrefix = 'forgotten:';
export const notePrefix = 'note:';
export const markPrefix = 'mark:';

function noteKey(toolCallId: string): string {
  return `${notePrefix}${toolCallId}`;
}

function markKey(messageId: string): string {
  return `${markPrefix}${messageId}`;
}

function noteEntry(note: HandRun): ConversationEntry {
  return stateEntry(noteKey(note.toolCallId), note);
}

function stateEntry(key: string, value: unknown): ConversationEntry {
  return { part: 'state', key, value: toEntryValue(value) };
}
