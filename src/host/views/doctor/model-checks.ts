import type { Failure, Result } from '../../../core/contracts/failure';
import type { ModelFacts } from '../../../core/contracts/models';
import type { ConnectionReport } from '../../../core/ports/llm';
import type { KeyState } from '../../secrets/api-keys';
import { parseModelId, type ModelId } from '../../../adapters/llm/model-id';
import { originOf, providerName } from '../../models/providers';
import { shortTokens } from '../models/model-items';
import { button, check, type Check } from './doctor-report';
import { shownFailure, t } from '../../window/language';

export function chosenCheck(modelId: string): Check {
  const name = t('model');
  const chosen = parseModelId(modelId);
  const choose = button(t('Choose Model…'), 'pickModel');
  switch (chosen.kind) {
    case 'none':
      return check('warning', name, t('none is chosen; !command and /tool work'), {
        action: choose,
      });
    case 'unknown':
      return check('problem', name, t('there is no model "{0}"', chosen.id), { action: choose });
    case 'replay':
      return check('ok', name, t('replay: a recorded conversation, no model'));
    case 'server':
    case 'vscode':
      return check('ok', name, modelId.trim());
  }
}

/** True when the key fits the requested server; undefined for models without keys of ours. */
export function keyCheck(chosen: ModelId, key: KeyState, address: string): Check | undefined {
  if (chosen.kind !== 'server') return undefined;
  const name = t('API key');
  const setKey = button(t('Set API Key…'), 'setApiKey');
  const origin = originOf(address);
  if (origin === undefined) {
    const text = t('{0} has no address', providerName(chosen.provider));
    const action = button(t('Choose Model…'), 'pickModel');
    return check('problem', t('server'), text, {
      remedy: t('Enter the address of the server.'),
      action,
    });
  }
  switch (key.kind) {
    case 'unreadable':
      return check('problem', name, t('the stored key cannot be read'), { action: setKey });
    case 'none':
      return isKeyed(origin)
        ? check('problem', name, t('none is stored for {0}', origin), { action: setKey })
        : check('ok', name, t('none is stored for {0}, which may need none', origin));
    case 'stored':
      return key.origin === origin
        ? check('ok', name, t('stored for {0}', origin))
        : check('problem', name, t('stored for {0}, not for {1}', key.origin, origin), {
            remedy: t('Set a key for it, or run "Gatehouse: Remove API Key" if it needs none.'),
            action: setKey,
          });
  }
}

/** These two never answer without a key. */
function isKeyed(origin: string): boolean {
  return ['https://api.anthropic.com', 'https://api.openai.com'].includes(origin);
}

export function connectionCheck(tested: Result<ConnectionReport>): Check {
  if (!tested.ok) return failedCheck(t('connection'), tested.failure);
  const { url, firstTokenMs: firstWordMs, answer: said, usage } = tested.value;
  const took = `${String(Math.round(firstWordMs))} ms`;
  const where = withoutSecrets(url);
  const text = usage
    ? t('{0} said "{1}" after {2}', where, said, took)
    : t('{0} said "{1}" after {2}; it reports no tokens, so they are estimated', where, said, took);
  return check('ok', t('connection'), text);
}

function failedCheck(name: string, failed: Failure): Check {
  const isStopped = failed.category === 'cancelled';
  const text = isStopped ? t('not checked: you cancelled') : shownFailure(failed);
  return check(isStopped ? 'warning' : 'problem', name, text);
}

/** Name, password and query may be secrets. */
function withoutSecrets(url: string): string {
  const origin = originOf(url);
  return origin === undefined ? url : `${origin}${new URL(url).pathname}`;
}

const modelOptions = () => ({
  title: t('Open Setting'),
  command: 'workbench.action.openSettingsJson',
  args: [{ revealSetting: { key: 'gatehouse.models.options', edit: true } }],
});

const toolWords = () =>
  ({
    native: ['ok', t('supported by the model')],
    fenced: ['ok', t('written by the model as fenced code blocks')],
    none: ['warning', t('none: this model can only chat')],
  }) as const;

const contextWords = (): Readonly<Record<ModelFacts['contextSource'], string>> => ({
  settings: t('set in gatehouse.models.options'),
  provider: t('reported by its provider'),
  published: t('as published'),
  assumed: t('assumed, because none is reported'),
});

export function factChecks({ tools, contextTokens, contextSource, lacks }: ModelFacts) {
  const [level, text] = toolWords()[tools];
  const context = t('{0} tokens, {1}', shortTokens(contextTokens), contextWords()[contextSource]);
  const choose = button(t('Choose Model…'), 'pickModel');
  const toolRemedy = t('Choose a model with tools so that the agent can act.');
  const contextRemedy = t('Set contextTokens for it in gatehouse.models.options.');
  return [
    tools === 'none'
      ? check(level, t('tools'), text, { remedy: toolRemedy, action: choose })
      : check(level, t('tools'), text),
    contextSource === 'assumed'
      ? check('warning', t('context'), context, { remedy: contextRemedy, action: modelOptions() })
      : check('ok', t('context'), context),
    ...(lacks.length === 0 ? [] : [check('ok', 'API', t('has no {0}', lacks.join(', ')))]),
  ];
}
