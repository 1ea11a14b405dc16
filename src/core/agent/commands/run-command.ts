import { isAborted } from '../../base/is-aborted';
import type { Llm } from '../../ports/llm';
import { beginTurn } from '../ask-model';
import type { Conversation } from '../chat';
import { compactChat, nothingToCompress } from '../context/compact';
import { contextReport } from '../context/report';
import type { PromptContext } from '../turn-context';
import { reportUsage } from '../usage-update';
import { clearChat } from './clear-chat';
import type { ChatCommandName } from './command-list';
import { costReport } from './cost-report';

/** Runs what the person typed as `/name`; a command tells how it went, and asks no turn of a model. */
export async function runCommand(
  name: ChatCommandName,
  chat: Conversation,
  prompt: PromptContext,
  model: string,
): Promise<void> {
  switch (name) {
    case 'clear':
      clearChat(chat);
      return;
    case 'cost':
      chat.outbox.notice('info', costReport(chat.spending.totals(), chat.deps.settings.limits()));
      return;
    case 'context':
      await withModel(chat, prompt, model, (llm) => showContext(llm, chat, prompt));
      return;
    case 'compact':
      await compactNow(chat, prompt, model);
  }
}

async function showContext(llm: Llm, chat: Conversation, prompt: PromptContext): Promise<void> {
  const turn = await beginTurn(chat, prompt);
  chat.outbox.notice('info', contextReport(turn, llm));
}

async function compactNow(chat: Conversation, prompt: PromptContext, model: string): Promise<void> {
  if (chat.history.messages().length === 0) {
    chat.outbox.notice('info', 'There is nothing to compress: the conversation is empty.');
    return;
  }
  await withModel(chat, prompt, model, async (llm) => {
    const { signal } = prompt;
    const done = await compactChat(chat, { method: 'manual', llm, signal });
    if (isAborted(signal)) return;
    if (!done.ok) {
      const level = done.failure === nothingToCompress ? 'info' : 'error';
      chat.outbox.notice(level, done.failure.message);
    }
    reportUsage(llm, await beginTurn(chat, prompt));
  });
}

async function withModel(
  chat: Conversation,
  { signal }: PromptContext,
  model: string,
  use: (llm: Llm) => Promise<void>,
): Promise<void> {
  const llm = await chat.deps.llms.get(model, signal);
  if (isAborted(signal)) return;
  if (!llm.ok) {
    chat.outbox.notice('error', llm.failure.message);
    return;
  }
  chat.llm = llm.value;
  await use(llm.value);
}
