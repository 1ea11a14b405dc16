import { saidOf } from '../../contracts/failure';
import { say } from '../../base/sentence';
import type { Llm } from '../../ports/llm';
import { beginTurn } from '../turn/turn';
import type { Conversation, PromptContext } from '../conversation/conversation';
import { compactChat, nothingToCompress } from '../context/compaction';
import { contextReport } from '../context/fit-context';
import { reportUsage, reportNoUsage } from '../context/usage-updates';
import type { ChatCommandName } from './typed-text';
import { costText, tokenCount, tokensText, type Spending } from '../conversation/spending';
import type { SpendingLimits } from '../conversation/conversation-start';
import { isAborted } from '../../base/async';

/** Runs a command that the user typed as `/name`. It reports its result and starts no turn. */
export async function runCommand(
  name: ChatCommandName,
  prompt: PromptContext,
  model: string,
): Promise<void> {
  const { chat } = prompt;
  switch (name) {
    case 'clear':
      clearChat(chat);
      return;
    case 'cost':
      chat.outbox.notice('info', costReport(chat.spending, chat.deps.settings.limits()));
      return;
    case 'context':
      await withModel(prompt, model, (llm) => showContext(llm, prompt));
      return;
    case 'compact':
      await compactNow(prompt, model);
  }
}

async function showContext(llm: Llm, prompt: PromptContext): Promise<void> {
  prompt.chat.outbox.notice('info', contextReport(await beginTurn(prompt, llm)));
}

async function compactNow(prompt: PromptContext, model: string): Promise<void> {
  const { chat, signal } = prompt;
  if (chat.history.messages().length === 0) {
    chat.outbox.notice('info', say`There is nothing to compress: the conversation is empty.`);
    return;
  }
  await withModel(prompt, model, async (llm) => {
    const done = await compactChat(chat, { method: 'manual', llm, signal });
    if (isAborted(signal)) return;
    if (!done.ok) {
      const level = done.failure === nothingToCompress ? 'info' : 'error';
      chat.outbox.notice(level, saidOf(done.failure));
    }
    reportUsage(await beginTurn(prompt, llm));
  });
}

async function withModel(
  { chat, signal }: PromptContext,
  model: string,
  use: (llm: Llm) => Promise<void>,
): Promise<void> {
  const llm = await chat.deps.llms.get(model, signal);
  if (isAborted(signal)) return;
  if (!llm.ok) {
    chat.outbox.notice('error', saidOf(llm.failure));
    return;
  }
  chat.useModel(llm.value);
  await use(llm.value);
}

function clearChat(chat: Conversation): void {
  const { outbox } = chat;
  if (!chat.clear()) {
    outbox.notice('info', say`The conversation is already empty; counters and quota are reset.`);
    return;
  }
  outbox.notice(
    'info',
    say`Cleared. The model no longer knows this conversation, and counters and quota are reset.`,
  );
  reportNoUsage(chat);
}

/** Markdown for `/cost`: the last turn, the chat, and the limits that are set. */
function costReport(spending: Spending, limits: SpendingLimits): string {
  const totals = spending.totals();
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
    ...(cost === undefined ? [noPrice] : pricesText(spending.priceSource)),
  ].join('\n\n');
}

const noPrice =
  'The cost is unknown: a model of this chat has no known price. To see it, set "prices" for the model in gatehouse.models.options.';

function pricesText(source: string | undefined): readonly string[] {
  return source === undefined ? [] : [`Prices from ${source}.`];
}

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
