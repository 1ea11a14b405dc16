import type { Failure, Result } from '../../../core/contracts/failure';
import type { ModelFacts } from '../../../core/contracts/models';
import type { ConnectionReport } from '../../../core/ports/llm';
import type { KeyState } from '../../secrets/api-keys';
import { parseModelId, type ModelId } from '../../../adapters/llm/model-id';
import { originOf, providerNames } from '../../models/providers';
import { shortTokens } from '../models/model-items';
import { button, check, type Check } from './doctor-report';

export function chosenCheck(modelId: string): Check {
  const name = 'model';
  const chosen = parseModelId(modelId);
  const choose = button('Choose Model…', 'pickModel');
  switch (chosen.kind) {
    case 'none':
      return check('warning', name, 'none is chosen; !command and /tool work', { action: choose });
    case 'unknown':
      return check('problem', name, `there is no model "${chosen.id}"`, { action: choose });
    case 'replay':
      return check('ok', name, 'replay: a recorded conversation, no model');
    case 'server':
    case 'vscode':
      return check('ok', name, modelId.trim());
  }
}

/** True when the key fits the requested server; undefined for models without keys of ours. */
export function keyCheck(chosen: ModelId, key: KeyState, address: string): Check | undefined {
  if (chosen.kind !== 'server') return undefined;
  const name = 'API key';
  const setKey = button('Set API Key…', 'setApiKey');
  const origin = originOf(address);
  if (origin === undefined) {
    const text = `${providerNames[chosen.provider]} has no address`;
    const action = button('Choose Model…', 'pickModel');
    return check('problem', 'server', text, { remedy: 'Enter the address of the server.', action });
  }
  switch (key.kind) {
    case 'unreadable':
      return check('problem', name, 'the stored key cannot be read', { action: setKey });
    case 'none':
      return isKeyed(origin)
        ? check('problem', name, `none is stored for ${origin}`, { action: setKey })
        : check('ok', name, `none is stored for ${origin}, which may need none`);
    case 'stored':
      return key.origin === origin
        ? check('ok', name, `stored for ${origin}`)
        : check('problem', name, `stored for ${key.origin}, not for ${origin}`, {
            remedy: 'Set a key for it, or run "Gatehouse: Remove API Key" if it needs none.',
            action: setKey,
          });
  }
}

/** These two never answer without a key. */
function isKeyed(origin: string): boolean {
  return ['https://api.anthropic.com', 'https://api.openai.com'].includes(origin);
}

export function connectionCheck(tested: Result<ConnectionReport>): Check {
  if (!tested.ok) return failedCheck('connection', tested.failure);
  const { url, firstTokenMs: firstWordMs, answer: said, usage } = tested.value;
  const took = `${String(Math.round(firstWordMs))} ms`;
  const tokens = usage ? '' : '; it reports no tokens, so they are estimated';
  const text = `${withoutSecrets(url)} said "${said}" after ${took}${tokens}`;
  return check('ok', 'connection', text);
}

function failedCheck(name: string, failed: Failure): Check {
  const isStopped = failed.category === 'cancelled';
  const text = isStopped ? 'not checked: you cancelled' : failed.message;
  return check(isStopped ? 'warning' : 'problem', name, text);
}

/** Name, password and query may be secrets. */
function withoutSecrets(url: string): string {
  const origin = originOf(url);
  return origin === undefined ? url : `${origin}${new URL(url).pathname}`;
}

const modelOptions = {
  title: 'Open Setting',
  command: 'workbench.action.openSettingsJson',
  args: [{ revealSetting: { key: 'gatehouse.models.options', edit: true } }],
};

const toolWords = {
  native: ['ok', 'supported by the model'],
  fenced: ['ok', 'written by the model as fenced code blocks'],
  none: ['warning', 'none: this model can only chat'],
} as const;

const contextWords: Readonly<Record<ModelFacts['contextSource'], string>> = {
  settings: 'set in gatehouse.models.options',
  provider: 'reported by its provider',
  published: 'as published',
  assumed: 'assumed, because none is reported',
};

export function factChecks({ tools, contextTokens, contextSource, lacks }: ModelFacts) {
  const [level, text] = toolWords[tools];
  const context = `${shortTokens(contextTokens)} tokens, ${contextWords[contextSource]}`;
  const choose = button('Choose Model…', 'pickModel');
  const toolRemedy = 'Choose a model with tools so that the agent can act.';
  const contextRemedy = 'Set contextTokens for it in gatehouse.models.options.';
  return [
    tools === 'none'
      ? check(level, 'tools', text, { remedy: toolRemedy, action: choose })
      : check(level, 'tools', text),
    contextSource === 'assumed'
      ? check('warning', 'context', context, { remedy: contextRemedy, action: modelOptions })
      : check('ok', 'context', context),
    ...(lacks.length === 0 ? [] : [check('ok', 'API', `has no ${lacks.join(', ')}`)]),
  ];
}
