import * as z from 'zod';
import { setting } from './define-setting';

/** How the agent works, and what it may spend. */
export const agentSettings = {
  'agent.maxToolIterations': setting({
    schema: z.int().min(1).max(200),
    default: 10,
    scope: 'application',
  }),
  'agent.contextBudgetTokens': setting({
    schema: z.int().min(0).max(100_000_000),
    default: 0,
    scope: 'application',
  }),
  'agent.compressModel': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
  }),
  'agent.rulesFiles': setting({
    schema: z.boolean(),
    default: true,
    scope: 'application',
  }),
  'limits.tokensPerTurn': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
  }),
  'limits.tokensPerChat': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
  }),
  'limits.costPerTurn': setting({
    schema: z.number().min(0),
    default: 0,
    scope: 'application',
  }),
  'limits.costPerChat': setting({
    schema: z.number().min(0),
    default: 0,
    scope: 'application',
  }),
} as const;
