import type { StopReason } from '../../contracts/chats/acp';
import { isAborted } from '../../base/is-aborted';
import type { Llm } from '../../ports/llm';
import type {
  Conversation,
  Checkpoint,
  PromptContext,
  TurnContext,
} from '../conversation/conversation';
import { checkpointsIn } from '../conversation/create-conversation';
import { createDoomLoop } from '../conversation/doom-loop';
import type { PromptContent, ReadPromptMeta } from '../acp/prompt-content';
import {
  removeCheckpoints,
  removeUserRuns,
  saveCheckpoint,
  saveState,
} from '../conversation/saved-state';
import { runTurn } from './turn';
import * as notices from './turn-notices';
import { commandTitle } from '../../base/titles';
import { durationText } from '../../base/wording';
import type { EndedCommand } from '../../ports/terminals';

/**
 * Sends a message of the user and runs its turn. The message enters the history even if the model
 * cannot be opened, so that a retry needs no second message.
 */
export async function sendMessage(
  chat: Conversation,
  prompt: PromptContext,
  content: PromptContent,
  meta: ReadPromptMeta,
): Promise<StopReason> {
  chat.spending.beginTurn();
  chat.watch = createDoomLoop();
  addMessage(chat, content, meta.messageId);
  return runToEnd(chat, prompt, meta.model);
}

/** Resumes the last turn where it stopped; completed rounds are not sent or run again. */
export async function resumeTurn(
  chat: Conversation,
  prompt: PromptContext,
  { model }: ReadPromptMeta,
): Promise<StopReason> {
  const waits = chat.history.resume();
  if (!waits && chat.unfinished === undefined) {
    chat.outbox.notice('info', notices.nothingToResume);
    return 'end_turn';
  }
  if (chat.unfinished === 'limit') chat.spending.allowMore(chat.deps.settings.limits());
  return runToEnd(chat, prompt, model);
}

function addMessage(
  chat: Conversation,
  { text, context, images }: PromptContent,
  id: string | undefined,
): void {
  const { deps, history, userRuns: notes } = chat;
  if (id !== undefined) {
    addCheckpoint(chat, id, { snapshot: deps.runner.snapshot(chat.id), userRuns: notes });
  }
  const ended = backgroundNote(deps.background.takeEnded(chat.id));
  const ran = notes.map((note) => note.text);
  history.addUser({
    ...(id === undefined ? {} : { id }),
    text: [...ran, ...ended, ...context, text].filter((part) => part !== '').join('\n\n'),
    ...(notes.length === 0 ? {} : { ranByHand: notes.map(({ toolCallId }) => toolCallId) }),
    ...(images.length === 0 ? {} : { images }),
  });
  chat.userRuns = [];
  removeUserRuns(chat, notes);
}

function addCheckpoint(chat: Conversation, id: string, mark: Checkpoint): void {
  const { history, checkpoints: marks } = chat;
  const kept = checkpointsIn(history, marks);
  removeCheckpoints(
    chat,
    [...marks.keys()].filter((each) => !kept.has(each)),
  );
  chat.checkpoints = new Map([...kept, [id, mark]]);
  saveCheckpoint(chat, id, mark);
}

/** The request is durable before the turn starts. */
async function runToEnd(
  chat: Conversation,
  prompt: PromptContext,
  model: string,
): Promise<StopReason> {
  chat.unfinished = 'other';
  chat.offers = undefined;
  chat.isWorking = true;
  chat.model = model;
  saveState(chat);
  await chat.record.saveQueue.commit();
  try {
    return await askModel(chat, prompt, model);
  } finally {
    chat.isWorking = false;
    saveState(chat);
  }
}

async function askModel(
  chat: Conversation,
  prompt: PromptContext,
  model: string,
): Promise<StopReason> {
  const { deps, outbox } = chat;
  const llm = await deps.llms.get(model, prompt.signal);
  if (isAborted(prompt.signal)) return 'cancelled';
  if (!llm.ok) {
    outbox.notice('error', notices.failed(llm.failure), { action: 'retry' });
    chat.offers = 'retry';
    return 'end_turn';
  }
  chat.llm = llm.value;
  const turn = await beginTurn(chat, prompt);
  notifyOnce(chat, llm.value, turn);
  const { reason, unfinished, offers } = await runTurn(llm.value, turn, chat.watch);
  chat.unfinished = unfinished;
  chat.offers = offers;
  // The model was found to have no tools and said so itself.
  if (llm.value.facts.tools === 'none') chat.shownNotices.add(notices.plainChat(llm.value.facts));
  return reason;
}

/** Reads the workspace; the turn uses this state to its end. */
export async function beginTurn(chat: Conversation, prompt: PromptContext): Promise<TurnContext> {
  return { ...prompt, facts: await chat.deps.workspaceContext.read(prompt.signal) };
}

/** Shows notices about model and workspace, each once in a chat. */
function notifyOnce(
  { shownNotices, outbox, deps }: Conversation,
  { facts: model }: Llm,
  { facts, history }: TurnContext,
) {
  const notify = (level: 'info' | 'warning', text: string) => {
    if (!shownNotices.has(text)) outbox.notice(level, text);
    shownNotices.add(text);
  };
  if (model.tools === 'none') notify('info', notices.plainChat(model));
  if (!model.images && history.messages().some((each) => each.role === 'user' && each.images)) {
    notify('warning', notices.noImages(model));
  }
  const { costPerTurn, costPerChat } = deps.settings.limits();
  if (model.prices === undefined && costPerTurn + costPerChat > 0) {
    notify('warning', notices.unpriced(model, costPerTurn > 0 ? 'costPerTurn' : 'costPerChat'));
  }
  for (const problem of facts.problems) notify('warning', problem);
}

/**
 * Note for the model, sent with the next message, on commands that ended in the background:
 * `[background] bg1 \`npm run build\` ended with exit code 1 after 3 min.`
 */
export function backgroundNote(ended: readonly EndedCommand[]): readonly string[] {
  return ended.length === 0 ? [] : [ended.map(line).join('\n')];
}

function line({ id, command, exit, stopped, durationMs }: EndedCommand): string {
  const title = commandTitle(command).replaceAll('`', "'");
  const after = `after ${durationText(durationMs)}`;
  return `[background] ${id} \`${title}\` ${howEnded(exit, stopped)} ${after}.`;
}

function howEnded(exit: EndedCommand['exit'], stopped: EndedCommand['stopped']): string {
  if (exit.endedBy === 'person' || (exit.endedBy === 'kill' && stopped === 'person')) {
    return 'was stopped by the user';
  }
  if (exit.endedBy === 'kill') return 'was stopped at the hard time limit';
  return exit.exitCodeKnown
    ? `ended with exit code ${String(exit.exitCode)}`
    : 'ended with an unknown exit code';
}
