import { isLoopback } from '../../../adapters/http/host-address';
import type { HttpProvider } from '../../../core/contracts/models';
import { counted } from '../../../core/base/wording';
import { hostOf, isNotRunning } from './server-items';
import type { ListState, ModelItem, PickerFacts, ProviderWay } from './model-items';

/** The base URL of the well-known servers that speak OpenAI's API. */
export const presets = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
} as const;

export const wayNames: Readonly<Record<ProviderWay, string>> = {
  vscode: 'GitHub Copilot',
  ollama: 'Ollama',
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  openrouter: 'OpenRouter',
  other: 'Another server',
};

/** The list's provider that a way sets up. */
export function sourceOf(way: ProviderWay): HttpProvider | 'vscode' {
  return way === 'openrouter' || way === 'other' ? 'openai' : way;
}

const group = 'Get a model';
const moreGroup = 'More';

/** Where models come from, each with its state and the next step, and what else there is to set. */
export function providerItems(facts: PickerFacts): readonly ModelItem[] {
  return [
    wayItem(facts, 'vscode', 'Models that VS Code offers; you sign in with GitHub.'),
    wayItem(facts, 'ollama', ollamaHint(facts)),
    wayItem(facts, 'anthropic', 'Claude models, with an API key.'),
    wayItem(facts, 'openai', 'GPT models, with an API key.'),
    wayItem(facts, 'openrouter', 'Models of many providers, with one API key.'),
    wayItem(facts, 'other', 'llama.cpp, vLLM, LM Studio or any OpenAI-compatible server.'),
    ...moreItems(facts),
  ];
}

function wayItem(facts: PickerFacts, way: ProviderWay, detail: string): ModelItem {
  const source = sourceOf(way);
  const list = source === 'vscode' ? facts.vscode : facts.servers[source].list;
  const isInUse = source === 'vscode' || wayInUse(source, facts) === way;
  const hasModels = isInUse && list.kind === 'here' && list.models.length > 0;
  return {
    group,
    label: wayNames[way],
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
  const where = way === 'other' || way === 'ollama' ? ` at ${host ?? 'no address'}` : '';
  switch (list.kind) {
    case 'off':
      return way === 'anthropic' ? 'no key' : '';
    case 'asking':
      return 'asking for its models…';
    case 'here':
      return `${countText(list.models.length)}${where}`;
    case 'failed':
      return isNotRunning(way, list.failure)
        ? `not running${where}`
        : `failed: ${list.failure.message}`;
  }
}

function countText(count: number): string {
  return count === 0 ? 'no models' : counted(count, 'model');
}

function ollamaHint({ place, servers }: PickerFacts): string {
  const isRemote = place !== undefined && isLoopback(servers.ollama.address);
  return isRemote
    ? `Free models on the remote machine: this window runs ${place}.`
    : 'Free models on this machine.';
}

function moreItems({ replayFile }: PickerFacts): readonly ModelItem[] {
  const lines: readonly Omit<ModelItem, 'group'>[] = [
    { label: 'Add a model by its name…', description: '', choice: { kind: 'add-model' } },
    { label: 'Remove an API key…', description: '', choice: { kind: 'remove-key' } },
    {
      label: 'Set context size, tools or prices of a model…',
      description: 'gatehouse.models.options in settings.json',
      choice: { kind: 'options' },
    },
    {
      label: 'Play a recorded conversation…',
      description: replayFile,
      choice: { kind: 'replay-file' },
    },
  ];
  return lines.map((line) => ({ group: moreGroup, ...line }));
}
