import type { Llm, LlmRequest } from '../../ports/llm';
import type { TurnContext } from '../turn-context';
import { knowledgeBlock, rulesBlock } from './prompt-blocks';
import { systemPrompt } from './system-prompt';

/**
 * What the model is sent next. The system blocks stand in the order in which they change, the most
 * stable first. A model without tools is told so and is sent none; what another wire does with the
 * catalog is its own affair (DESIGN decision 35).
 */
export function nextRequest(turn: TurnContext, llm: Llm): LlmRequest {
  const { deps, facts, history } = turn;
  const hasTools = llm.facts.tools !== 'none';
  const { platform, runner, workspace } = deps;
  return {
    system: [
      systemPrompt({ roots: workspace.roots(), platform, lines: facts.lines, hasTools }),
      ...rulesBlock(facts.rules),
      ...knowledgeBlock(history.knowledge()),
    ],
    messages: history.messages(),
    tools: hasTools ? runner.catalog(turn.run()) : [],
  };
}
