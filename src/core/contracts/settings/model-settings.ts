import * as z from 'zod';
import { toolSupports } from '../model-facts';
import { patternList } from '../setting-schemas';
import { setting } from './define-setting';

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
    description:
      'The model that answers: `openai/<model>` for the OpenAI-compatible server, `anthropic/<model>`, `ollama/<model>`, `vscode/<vendor>/<model>` for a model that VS Code offers, or `replay`. Empty: none chosen yet.',
  }),
  'openai.baseUrl': setting({
    schema: serverAddress,
    default: '',
    scope: 'application',
    description:
      'Base URL of an OpenAI-compatible server, for example `http://127.0.0.1:8080/v1`. The key is kept apart: run **Gatehouse: Set API Key**.',
  }),
  'openai.models': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description: 'Names of models of the OpenAI-compatible server that the picker offers.',
  }),
  'anthropic.baseUrl': setting({
    schema: serverAddress,
    default: 'https://api.anthropic.com',
    scope: 'application',
    description:
      'Base URL of the Anthropic API, or of a gateway that speaks it. The key is kept apart: run **Gatehouse: Set API Key**.',
  }),
  'anthropic.models': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description: 'Names of Anthropic models that the picker offers beside those the API lists.',
  }),
  'ollama.baseUrl': setting({
    schema: serverAddress,
    default: 'http://127.0.0.1:11434',
    scope: 'application',
    description: 'Address of Ollama. In a remote window, 127.0.0.1 is the remote machine.',
  }),
  'models.options': setting({
    schema: z.record(z.string().min(1).max(300), modelOptions),
    default: {},
    scope: 'application',
    description:
      'What holds for a model, by its id as in `#gatehouse.model#`; it overrules what its server says. `tools` is how it calls tools: `native`, `fenced` for a model that writes fenced blocks, `none` for a plain chat.',
  }),
  'replay.file': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
    description:
      'Absolute path of a recorded conversation that the model `replay` plays. No model is asked.',
  }),
} as const;
