import { isAborted } from '../../base/is-aborted';
import type { Llm } from '../../ports/llm';
import { beginTurn } from '../turn/start-turn';
import type { Conversation, PromptContext } from '../conversation/conversation';
import { compactChat, nothingToCompress } from '../context/compaction';
import { contextReport } from '../context/context-report';
import { reportUsage, reportNoUsage } from '../context/usage-updates';
import type { ChatCommandName } from './typed-text';
import { createContextBudget } from '../conversation/context-budget';
import { saveCleared } from '../conversation/saved-state';
import { costText, tokenCount, tokensText, type Spending } from '../conversation/spending';
import type { SpendingLimits } from '../conversation/agent-deps';

/** Runs a command that the user typed as `/name`. It reports its result and starts no turn. */
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

/**
 * Clears the conversation and the pipeline's state of the chat: cache, counters, quota, completed
 * tools and policy state (000-clear-1; W20; decision 15). Used call ids stay reserved, because the
 * audit log still has them.
 */
function clearChat(chat: Conversation): void {
  const { history, outbox, deps, spending } = chat;
  const isEmpty =
    history.messages().length === 0 &&
    history.knowledge().length === 0 &&
    chat.userRuns.length === 0;
  history.clear();
  spending.clear();
  chat.budget = createContextBudget();
  chat.userRuns = [];
  // Forgets ended background commands too; running ones are reported when they end.
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
    outbox.notice('info', 'The conversation is already empty; counters and quota are reset.');
    return;
  }
  outbox.notice(
    'info',
    'Cleared. The model no longer knows this conversation, and counters and quota are reset.',
  );
  reportNoUsage(chat);
}

type Totals = ReturnType<Spending['totals']>;

/** Markdown for `/cost`: the last turn, the chat, and the limits that are set. */
function costReport(totals: Totals, limits: SpendingLimits): string {
  const { inputTokens, outputTokens, cacheReadTokens, turnTokens, estimated } = totals;
  if (inputTokens + outputTokens === 0) return 'Nothing has been used in this chat yet.';
  const { cost, turnCost } = totals;
  const cached =
    cacheReadTokens > 0 ? `, ${tokenCount(cacheReadTokens)} of them from the cache,` : '';
  const rows = [
    ['', 'Tokens', 'Cost'],
    ['---', '---:', '---:'],
    [
      'Last turn',
      `${tokenCount(turnTokens)}${limitSuffix(limits.tokensPerTurn, tokenCount)}`,
      `${costCell(turnCost)}${limitSuffix(limits.costPerTurn, costText)}`,
    ],
    [
      'This chat',
      `${tokenCount(inputTokens + outputTokens)}${limitSuffix(limits.tokensPerChat, tokenCount)}`,
      `${costCell(cost)}${limitSuffix(limits.costPerChat, costText)}`,
    ],
  ];
  const isPriced = cost !== undefined || turnCost !== undefined;
  return [
    rows.map((cells) => tableRow(isPriced ? cells : cells.slice(0, 2))).join('\n'),
    `This chat: ${tokensText(inputTokens)} in${cached} and ${tokensText(outputTokens)} out.`,
    ...(estimated
      ? ['Some numbers are estimates, because a provider did not report its usage.']
      : []),
    ...(cost === undefined ? [noPrice] : []),
  ].join('\n\n');
}

const noPrice =
  'No cost is shown. To see it, set "prices" for every model of this chat in gatehouse.models.options.';

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function costCell(cost: number | undefined): string {
  return cost === undefined ? 'unknown' : costText(cost);
}

/** The user's limit, or nothing if there is none. */
function limitSuffix(most: number, write: (n: number) => string): string {
  return most > 0 ? ` of ${write(most)}` : '';
}
