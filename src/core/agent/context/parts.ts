import type { ChatMessage } from '../../contracts/chat';
import type { Llm } from '../../ports/llm';
import type { TurnContext } from '../turn-context';
import { nextRequest } from './next-request';
import { knowledgeBlock, rulesBlock } from './prompt-blocks';

/** Something that fills the context. */
export interface ContextShare {
  readonly name: string;
  readonly tokens: number;
}

/** What the next request is made of; parts that are empty are left out. */
export function contextShares(turn: TurnContext, llm: Llm): readonly ContextShare[] {
  const { budget, facts, history } = turn;
  const { system, messages, tools } = nextRequest(turn, llm);
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
