import type { ModelFacts } from '../../contracts/models';
import { tokenCount } from '../conversation/spending';
import type { TurnContext } from '../conversation/conversation';
import { nextRequest, knowledgeBlock, rulesBlock } from './next-request';
import type { ChatMessage } from '../../contracts/chats/messages';

/** Markdown for `/context`: what fills the context, and how large it is. */
export function contextReport(turn: TurnContext): string {
  const { chat, llm } = turn;
  const budgetTokens = chat.deps.settings.contextBudgetTokens();
  const limit = chat.limitOf(llm);
  const total = chat.budget.estimate(nextRequest(turn));
  const rows = contextShares(turn).map(({ name, tokens }) => row(name, tokens, limit));
  return [
    `**Context of ${escaped(llm.facts.label)}**: about ${tokenCount(total)} of ${tokenCount(limit)} tokens`,
    '',
    '| What fills it | Tokens | Share |',
    '|---|---:|---:|',
    ...rows,
    row('Free', Math.max(0, limit - total), limit),
    '',
    limitText(llm.facts, limit, budgetTokens),
    'Numbers are estimates, corrected by what the provider reports. At 80 %, old tool results are removed first, then older messages are replaced by a summary.',
  ].join('\n');
}

function row(name: string, tokens: number, limit: number): string {
  const share = limit > 0 ? Math.round((tokens / limit) * 100) : 100;
  return `| ${escaped(name)} | ${tokenCount(tokens)} | ${tokens > 0 && share === 0 ? '< 1' : String(share)} % |`;
}

const sources: Readonly<Record<ModelFacts['contextSource'], string>> = {
  settings: 'as set in gatehouse.models.options',
  provider: 'as reported by its provider',
  assumed: 'assumed; to change it, set contextTokens in gatehouse.models.options',
};

function limitText(facts: ModelFacts, limit: number, budgetTokens: number): string {
  const size = `The context of the model is ${tokenCount(facts.contextTokens)} tokens (${sources[facts.contextSource]})`;
  if (budgetTokens > 0 && limit === budgetTokens) {
    return `${size}; gatehouse.agent.contextBudgetTokens limits a request to ${tokenCount(limit)}.`;
  }
  return `${size}; ${tokenCount(facts.contextTokens - limit)} of them are reserved for the answer.`;
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]]/g, '\\$&');
}

/** The parts of the next request that are not empty. */
export function contextShares(
  turn: TurnContext,
): readonly { readonly name: string; readonly tokens: number }[] {
  const { chat, facts } = turn;
  const { budget, history } = chat;
  const { system, messages, tools } = nextRequest(turn);
  const knowledge = history.knowledge();
  const users = messages.flatMap((each) => (each.role === 'user' ? [each] : []));
  const words = budget.estimate({ messages: users.map((each) => ({ ...each, images: [] })) });
  const ofRole = (role: ChatMessage['role']) =>
    budget.estimate({ messages: messages.filter((each) => each.role === role) });
  const parts = [
    { name: 'Instructions', tokens: budget.estimate({ system: system.slice(0, 1) }) },
    ...facts.rules.map((file) => ({
      name: `Rules: ${file.path}`,
      tokens: budget.estimate({ system: rulesBlock([file]) }),
    })),
    {
      name: 'Knowledge (summaries)',
      tokens: budget.estimate({ system: knowledgeBlock(knowledge) }),
    },
    { name: 'Tool definitions', tokens: budget.estimate({ tools }) },
    { name: 'Your messages', tokens: words },
    { name: 'Images', tokens: ofRole('user') - words },
    { name: 'Answers and calls', tokens: ofRole('assistant') },
    { name: 'Tool results', tokens: ofRole('tool') },
  ];
  return parts.filter(({ tokens }) => tokens > 0);
}
