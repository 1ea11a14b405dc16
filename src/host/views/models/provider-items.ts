import { isLoopback } from '../../../adapters/http/host-address';
import type { HttpProvider } from '../../../core/contracts/models';
import { hostOf, isNotRunning } from './server-items';
import type { ListState, ModelItem, PickerFacts, ProviderWay } from './model-items';
import { shownCount, shownFailure, t } from '../../window/language';

/** The base URL of the well-known servers that speak OpenAI's API. */
export const presets = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
} as const;

const wayNames: Readonly<Record<Exclude<ProviderWay, 'other'>, string>> = {
  vscode: 'GitHub Copilot',
  ollama: 'Ollama',
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  openrouter: 'OpenRouter',
};

export function wayName(way: ProviderWay): string {
  return way === 'other' ? t('Another server') : wayNames[way];
}

/** The list's provider that a way sets up. */
export function sourceOf(way: ProviderWay): HttpProvider | 'vscode' {
  return way === 'openrouter' || way === 'other' ? 'openai' : way;
}

/** Where models come from, each with its state and the next step, and what else there is to set. */
export function providerItems(facts: PickerFacts): readonly ModelItem[] {
  return [
    wayItem(facts, 'vscode', t('Models that VS Code offers; you sign in with GitHub.')),
    wayItem(facts, 'ollama', ollamaHint(facts)),
    wayItem(facts, 'anthropic', t('Claude models, with an API key.')),
    wayItem(facts, 'openai', t('GPT models, with an API key.')),
    wayItem(facts, 'openrouter', t('Models of many providers, with one API key.')),
    wayItem(facts, 'other', t('llama.cpp, vLLM, LM Studio or any OpenAI-compatible server.')),
    ...moreItems(facts),
  ];
}

function wayItem(facts: PickerFacts, way: ProviderWay, detail: string): ModelItem {
  const source = sourceOf(way);
  const list = source === 'vscode' ? facts.vscode : facts.servers[source].list;
  const isInUse = source === 'vscode' || wayInUse(source, facts) === way;
  const hasModels = isInUse && list.kind === 'here' && list.models.length > 0;
  return {
    group: t('Get a model'),
    label: wayName(way),
    description: isInUse ? stateOf(list, way, facts) : '',
    detail,
    choice: hasModels ? { kind: 'page', page: 'models' } : { kind: 'set-up', way },
  };
}

/** The way that set a server's address; one address serves three of them. */
function wayInUse(provider: HttpProvider, { servers }: PickerFacts): ProviderWay | undefined {
  if (provider !== 'openai') return provider;
  const host = hostOf(servers.openai.address);
  if (host === undefined) return undefined;
  const known = Object.entries(presets).find(([, address]) => hostOf(address) === host)?.[0];
  return known === 'openai' || known === 'openrouter' ? known : 'other';
}

function stateOf(list: ListState<unknown>, way: ProviderWay, { servers }: PickerFacts): string {
  const source = sourceOf(way);
  const host = source === 'vscode' ? undefined : hostOf(servers[source].address);
  const at = way === 'other' || way === 'ollama' ? (host ?? t('no address')) : undefined;
  switch (list.kind) {
    case 'off':
      return way === 'anthropic' ? t('no key') : '';
    case 'asking':
      return t('asking for its models…');
    case 'here':
      return countText(list.models.length, at);
    case 'failed':
      if (!isNotRunning(way, list.failure)) return t('failed: {0}', shownFailure(list.failure));
      return at === undefined ? t('not running') : t('not running at {0}', at);
  }
}

function countText(count: number, at: string | undefined): string {
  const models = modelsText(count);
  return at === undefined ? models : t('{0} at {1}', models, at);
}

function modelsText(count: number): string {
  if (count === 0) return t('no models');
  return count === 1 ? t('1 model') : t('{0} models', shownCount(count));
}

function ollamaHint({ place, servers }: PickerFacts): string {
  const isRemote = place !== undefined && isLoopback(servers.ollama.address);
  return isRemote
    ? t('Free models on the remote machine: this window runs {0}.', place)
    : t('Free models on this machine.');
}

function moreItems({ replayFile }: PickerFacts): readonly ModelItem[] {
  const lines: readonly Omit<ModelItem, 'group'>[] = [
    { label: t('Add a model by its name…'), description: '', choice: { kind: 'add-model' } },
    { label: t('Remove an API key…'), description: '', choice: { kind: 'remove-key' } },
    {
      label: t('Set context size, tools or prices of a model…'),
      description: t('gatehouse.models.options in settings.json'),
      choice: { kind: 'options' },
    },
    {
      label: t('Play a recorded conversation…'),
      description: replayFile,
      choice: { kind: 'replay-file' },
    },
  ];
  return lines.map((line) => ({ group: t('More'), ...line }));
}
