import * as z from 'zod';
import { setting } from './define-setting';

/** How the agent works, and what it may spend. */
export const agentSettings = {
  'agent.maxToolIterations': setting({
    schema: z.int().min(1).max(200),
    default: 10,
    scope: 'application',
    description: 'How many rounds of tool calls one message may take before the agent stops.',
  }),
  'agent.contextBudgetTokens': setting({
    schema: z.int().min(0).max(100_000_000),
    default: 0,
    scope: 'application',
    description:
      'Tokens that a request may take; above 80 percent of them the conversation is compressed. 0 means what the model takes.',
  }),
  'agent.compressModel': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
    description: 'Id of the model that compresses conversations. Empty: the model of the chat.',
  }),
  'agent.rulesFiles': setting({
    schema: z.boolean(),
    default: true,
    scope: 'application',
    description:
      'Whether the agent reads AGENTS.md, CLAUDE.md and .github/copilot-instructions.md of trusted workspaces.',
  }),
  'limits.tokensPerTurn': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description:
      'Tokens that one message may take before the agent stops and asks; 0 means unlimited.',
  }),
  'limits.tokensPerChat': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description:
      'Tokens that one chat may take before the agent stops and asks; 0 means unlimited.',
  }),
  'limits.costPerTurn': setting({
    schema: z.number().min(0),
    default: 0,
    scope: 'application',
    description:
      'US dollars that one message may cost before the agent stops and asks; 0 means unlimited. Needs `prices` in `#gatehouse.models.options#`.',
  }),
  'limits.costPerChat': setting({
    schema: z.number().min(0),
    default: 0,
    scope: 'application',
    description:
      'US dollars that one chat may cost before the agent stops and asks; 0 means unlimited. Needs `prices` in `#gatehouse.models.options#`.',
  }),
} as const;
