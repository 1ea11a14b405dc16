import * as z from 'zod';
import { toolSupports } from '../models';
import { patternList, setting } from './define-setting';

const serverAddress = z.string().regex(/^(https?:\/\/\S+)?$/);

const tokens = z.int().min(1).max(100_000_000);
const price = z.number().min(0).max(1_000_000);

const modelOptions = z.strictObject({
  contextTokens: tokens.exactOptional().describe('Tokens that prompt and answer take together.'),
  maxOutputTokens: tokens.exactOptional().describe('Tokens of one answer at most.'),
  tools: z.enum(toolSupports).exactOptional().describe('How it calls tools.'),
  images: z.boolean().exactOptional().describe('True when it takes images.'),
  reasoning: z.boolean().exactOptional().describe('True when it thinks before it answers.'),
  thinkingTokens: tokens.exactOptional().describe('Tokens it may think.'),
  prices: z
    .strictObject({
      input: price,
      output: price,
      cacheRead: price.exactOptional(),
      cacheWrite: price.exactOptional(),
    })
    .exactOptional()
    .describe('US dollars per million tokens.'),
});

/** Models and where they are. */
export const modelSettings = {
  model: setting({
    schema: z.string(),
    default: '',
    scope: 'application',
  }),
  'openai.baseUrl': setting({
    schema: serverAddress,
    default: '',
    scope: 'application',
  }),
  'openai.models': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'anthropic.baseUrl': setting({
    schema: serverAddress,
    default: 'https://api.anthropic.com',
    scope: 'application',
  }),
  'anthropic.models': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'ollama.baseUrl': setting({
    schema: serverAddress,
    default: 'http://127.0.0.1:11434',
    scope: 'application',
  }),
  'models.options': setting({
    schema: z.record(z.string().min(1).max(300), modelOptions),
    default: {},
    scope: 'application',
  }),
  'replay.file': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
  }),
} as const;

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
