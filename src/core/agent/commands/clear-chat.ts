import type { Conversation } from '../chat';
import { createContextBudget } from '../context/budget';
import { saveCleared } from '../stored/keep-state';
import { reportNoUsage } from '../usage-update';

/**
 * Forgets the conversation, and with it what the pipeline keeps of the chat: cache, counters, quota,
 * completed tools and the state of policies (000 `completed_tool_ids`; 002 W20; DESIGN decision 15).
 * Ids of calls stay used: the audit log still has them.
 */
export function clearChat(chat: Conversation): void {
  const { history, outbox, deps, spending } = chat;
  const isEmpty =
    history.messages().length === 0 && history.knowledge().length === 0 && chat.userRuns.length === 0;
  history.clear();
  spending.clear();
  chat.budget = createContextBudget();
  chat.userRuns = [];
  // What has ended belongs to what is forgotten; what still runs is told of when it ends.
  deps.background.takeEnded(chat.id);
  chat.checkpoints = new Map();
  chat.forgotten.clear();
  chat.unfinished = undefined;
  chat.offers = undefined;
  chat.shownNotices.clear();
  chat.messages = 0;
  deps.runner.reset(chat.id);
  saveCleared(chat);
  if (isEmpty) {
    outbox.notice('info', 'The conversation is empty already; counters and quota begin anew.');
    return;
  }
  outbox.notice(
    'info',
    'Cleared. The model has forgotten this conversation, and counters and quota begin anew; nothing before this is in its context.',
  );
  reportNoUsage(chat);
}
