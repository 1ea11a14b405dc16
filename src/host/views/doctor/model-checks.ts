import type { Failure, Result } from '../../../core/contracts/failure';
import type { ModelFacts } from '../../../core/contracts/models';
import type { ConnectionReport } from '../../../core/ports/llm';
import type { KeyState } from '../../secrets/api-keys';
import { parseModelId, type ModelId } from '../../../adapters/llm/model-id';
import { originOf, providerNames } from '../../models/providers';
import { shortTokens } from '../models/model-items';
import type { Check } from './doctor-report';

export function chosenCheck(modelId: string): Check {
  const name = 'model';
  const chosen = parseModelId(modelId);
  const remedy = 'Run "Gatehouse: Choose Model".';
  switch (chosen.kind) {
    case 'none':
      return { name, level: 'warning', text: 'none is chosen; !command and /tool work', remedy };
    case 'unknown':
      return { name, level: 'problem', text: `there is no model "${chosen.id}"`, remedy };
    case 'replay':
      return { name, level: 'ok', text: 'replay: a recorded conversation, no model' };
    case 'server':
    case 'vscode':
      return { name, level: 'ok', text: modelId.trim() };
  }
}

/** True when the key fits the requested server; undefined for models without keys of ours. */
export function keyCheck(chosen: ModelId, key: KeyState, address: string): Check | undefined {
  if (chosen.kind !== 'server') return undefined;
  const name = 'API key';
  const remedy = 'Run "Gatehouse: Set API Key".';
  const origin = originOf(address);
  if (origin === undefined) {
    const text = `${providerNames[chosen.provider]} has no address`;
    const setting = `Enter one in gatehouse.${chosen.provider}.baseUrl.`;
    return { name: 'server', level: 'problem', text, remedy: setting };
  }
  switch (key.kind) {
    case 'unreadable':
      return { name, level: 'problem', text: 'the stored key cannot be read', remedy };
    case 'none':
      return isKeyed(origin)
        ? { name, level: 'problem', text: `none is stored for ${origin}`, remedy }
        : { name, level: 'ok', text: `none is stored for ${origin}, which may need none` };
    case 'stored':
      return key.origin === origin
        ? { name, level: 'ok', text: `stored for ${origin}` }
        : {
            name,
            level: 'problem',
            text: `stored for ${key.origin}, not for ${origin}`,
            remedy: `${remedy.slice(0, -1)}, or "Remove API Key" if it needs none.`,
          };
  }
}

/** These two never answer without a key. */
function isKeyed(origin: string): boolean {
  return ['https://api.anthropic.com', 'https://api.openai.com'].includes(origin);
}

/** The model's answer to a small question. */
export function connectionCheck(tested: Result<ConnectionReport>): Check {
  const name = 'connection';
  if (!tested.ok) return failedCheck(name, tested.failure);
  const { url, firstTokenMs: firstWordMs, answer: said, usage } = tested.value;
  const took = `${String(Math.round(firstWordMs))} ms`;
  const tokens = usage ? '' : '; it reports no tokens, so they are estimated';
  const text = `${withoutSecrets(url)} said "${said}" after ${took}${tokens}`;
  return { name, level: 'ok', text };
}

function failedCheck(name: string, failed: Failure): Check {
  const isStopped = failed.category === 'cancelled';
  const text = isStopped ? 'not checked: you cancelled' : failed.message;
  return { name, level: isStopped ? 'warning' : 'problem', text };
}

/** Name, password and query may be secrets. */
function withoutSecrets(url: string): string {
  const origin = originOf(url);
  return origin === undefined ? url : `${origin}${new URL(url).pathname}`;
}

const toolWords = {
  native: ['ok', 'supported by the model'],
  fenced: ['ok', 'written by the model as fenced code blocks'],
  none: ['warning', 'none: this model can only chat'],
} as const;

const contextWords: Readonly<Record<ModelFacts['contextSource'], string>> = {
  settings: 'set in gatehouse.models.options',
  provider: 'reported by its provider',
  assumed: 'assumed, because none is reported',
};

export function factChecks({
  tools,
  contextTokens,
  contextSource,
  lacks,
}: ModelFacts): readonly Check[] {
  const [level, text] = toolWords[tools];
  const context = `${shortTokens(contextTokens)} tokens, ${contextWords[contextSource]}`;
  return [
    {
      name: 'tools',
      level,
      text,
      ...(tools === 'none'
        ? { remedy: 'Choose a model with tools so that the agent can act.' }
        : {}),
    },
    {
      name: 'context',
      level: contextSource === 'assumed' ? 'warning' : 'ok',
      text: context,
      ...(contextSource === 'assumed'
        ? { remedy: 'Set contextTokens for it in gatehouse.models.options.' }
        : {}),
    },
    ...(lacks.length === 0
      ? []
      : [{ name: 'API', level: 'ok', text: `has no ${lacks.join(', ')}` } as const]),
  ];
}
