import { saidOf } from '../../contracts/failure';
import { arranged, asIs, say, type Sentence } from '../../base/sentence';
import type { Llm } from '../../ports/llm';
import { beginTurn } from '../turn/turn';
import type { Conversation, PromptContext } from '../conversation/conversation';
import { compactChat, nothingToCompress } from '../context/compaction';
import { contextReport, tableRow } from '../context/fit-context';
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
function costReport(spending: Spending, limits: SpendingLimits): Sentence {
  const totals = spending.totals();
  const { inputTokens, outputTokens, turnTokens, estimated } = totals;
  if (inputTokens + outputTokens === 0) return say`Nothing has been used in this chat yet.`;
  const { cost, turnCost } = totals;
  const isPriced = cost !== undefined || turnCost !== undefined;
  const rows = [
    [asIs(''), say`Tokens`, say`Cost`],
    ['---', '---:', '---:'].map(asIs),
    [
      say`Last turn`,
      used(tokenCount(turnTokens), limits.tokensPerTurn, tokenCount),
      used(costCell(turnCost), limits.costPerTurn, costText),
    ],
    [
      say`This chat`,
      used(tokenCount(inputTokens + outputTokens), limits.tokensPerChat, tokenCount),
      used(costCell(cost), limits.costPerChat, costText),
    ],
  ].map((cells) => tableRow(isPriced ? cells : cells.slice(0, 2)));
  return arranged(
    [
      arranged(rows, '\n'),
      trafficText(totals),
      ...(estimated
        ? [say`Some numbers are estimates, because a provider did not report its usage.`]
        : []),
      ...(cost === undefined ? [noPrice] : pricesText(spending.priceSource)),
    ],
    '\n\n',
  );
}

function trafficText(totals: ReturnType<Spending['totals']>): Sentence {
  const { inputTokens, outputTokens, cacheReadTokens } = totals;
  const [sent, received] = [tokensText(inputTokens), tokensText(outputTokens)];
  return cacheReadTokens > 0
    ? say`This chat: ${sent} in, ${tokenCount(cacheReadTokens)} of them from the cache, and ${received} out.`
    : say`This chat: ${sent} in and ${received} out.`;
}

const noPrice = say`The cost is unknown: a model of this chat has no known price. To see it, set "prices" for the model in gatehouse.models.options.`;

function pricesText(source: string | undefined): readonly Sentence[] {
  return source === undefined ? [] : [say`Prices from ${source}.`];
}

function costCell(cost: number | undefined): Sentence {
  return cost === undefined ? say`unknown` : costText(cost);
}

/** With the user's limit, if there is one. */
function used(amount: Sentence, most: number, write: (n: number) => Sentence): Sentence {
  return most > 0 ? say`${amount} of ${write(most)}` : amount;
}
