import type { Conversation } from '../chat';
import { commandsUpdate } from '../commands/command-list';
import { toolMessageEntry } from './history-entries';
import { saveUserRun, saveSnapshot, saveState } from './keep-state';
import type { RestoredConversation } from './restore-chat';

/**
 * Shows a restored chat again and settles what a crash left open in it: each call gets its end, in
 * the store and in the audit log; a turn that had not ended can go on.
 */
export async function openRestored(chat: Conversation, restored: RestoredConversation): Promise<void> {
  const { record, outbox } = chat;
  record.saveQueue.open();
  outbox.replay([...restored.shown, commandsUpdate]);
  if (restored.usage !== undefined) outbox.replay([restored.usage]);
  if (restored.endedAnswers.length > 0) {
    record.saveQueue.stage({ put: restored.endedAnswers.map(toolMessageEntry) });
  }
  await endCalls(chat, restored);
  const { brokenOff, missing } = restored;
  if (brokenOff.trim() !== '') chat.history.addBroken({ text: brokenOff });
  restoreSnapshot(chat, restored);
  if (missing.length > 0) outbox.notice('warning', missingText(missing));
  if (restored.wasAtWork) offerToContinue(chat);
  saveState(chat);
  await record.saveQueue.commit();
  await outbox.flush();
}

/** An end that is not in the audit log is not stored, so that the next load tries again. */
async function endCalls(chat: Conversation, { endedCalls }: RestoredConversation): Promise<void> {
  for (const { call, entry, userRun: note } of endedCalls) {
    const recorded = await chat.deps.runner.recordInterrupted(call, chat.run());
    if (!recorded.ok) {
      chat.outbox.notice('warning', notAudited(call.tool, recorded.failure.message));
      continue;
    }
    chat.record.saveQueue.stage({ put: [entry] });
    if (note === undefined) continue;
    chat.userRuns = [...chat.userRuns, note];
    saveUserRun(chat, note);
  }
}

/** Without what was known of files, each must be read again before it is changed. */
function restoreSnapshot(chat: Conversation, { snapshot }: RestoredConversation): void {
  const { deps, id, forgotten, outbox } = chat;
  if (snapshot === undefined) return;
  const done = deps.runner.restore(id, snapshot);
  if (!done.ok) {
    outbox.notice('warning', `${done.failure.message} ${readAgain}`);
    saveSnapshot(chat);
    return;
  }
  if (forgotten.size > 0) deps.runner.forgetSeen(id, [...forgotten]);
}

function offerToContinue(chat: Conversation): void {
  const isMidway = chat.history.messages().at(-1)?.role === 'tool';
  chat.offers = isMidway ? 'continue' : 'retry';
  chat.outbox.notice('warning', isMidway ? cutMidway : cutShort, { action: chat.offers });
}

const cutShort =
  'The window closed or crashed while the model answered. Nothing of this chat is lost; Retry asks it again.';
const cutMidway =
  'The window closed or crashed in the middle of this turn. What had ended is kept, and the model is told which calls were interrupted; Continue goes on.';
const readAgain = 'Files must be read again before they can be changed.';

function missingText(missing: readonly string[]): string {
  return `This chat could be read in part only. Missing: ${missing.join('; ')}.`;
}

function notAudited(tool: string, reason: string): string {
  return `The audit log could not note that ${tool} was interrupted: ${reason} It is tried again when the chat is opened next.`;
}
