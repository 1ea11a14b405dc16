import * as vscode from 'vscode';
import { originOf, providerName } from '../../models/providers';
import { neutralToastText } from '../../window/neutral-text';
import { withProgress } from '../../window/notify';
import type { ModelDeps } from './model-deps';
import { serverAddressOf } from './model-deps';
import type { ListState, ProviderWay } from './model-items';
import type { ModelSource } from './model-lists';
import { presets, sourceOf, wayName } from './provider-items';
import { askForKey, setAddress } from './server-setup';
import { t, shownFailure } from '../../window/language';

interface Setup {
  readonly deps: ModelDeps;
  readonly source: Pick<ModelSource, 'ask'>;
}

/** What the user does about a provider that answers with no models. */
type Remedy = 'again' | 'key' | 'address' | 'copilot' | 'get-ollama';

/**
 * Asks for what a provider needs and tests it by asking for its models. A failure is explained with
 * its remedies until it works or the user gives up. True when there are models to choose from.
 */
export async function setUpProvider({ deps, source }: Setup, way: ProviderWay): Promise<boolean> {
  if (!(await prepare(deps, way))) return false;
  for (;;) {
    const list = await withProgress(t('asking {0} for its models', wayName(way)), () =>
      source.ask(sourceOf(way)),
    );
    if (list.kind === 'here' && list.models.length > 0) return true;
    const remedy = await explain(deps, way, list);
    if (remedy === undefined || !(await apply(deps, way, remedy))) return false;
  }
}

/** False when the user has closed a question. */
async function prepare(deps: ModelDeps, way: ProviderWay): Promise<boolean> {
  switch (way) {
    case 'vscode':
    case 'ollama':
      return true;
    case 'anthropic':
      return (await deps.apiKeys.state(way)).kind === 'stored' || hasKey(deps, way);
    case 'openai':
    case 'openrouter':
      return usePreset(deps, presets[way]);
    case 'other':
      return setAddress(deps, 'openai');
  }
}

async function hasKey(deps: ModelDeps, provider: 'anthropic' | 'openai'): Promise<boolean> {
  return (await askForKey(deps, provider)) !== undefined;
}

/** The address is kept only together with a key for it. */
async function usePreset(deps: ModelDeps, address: string): Promise<boolean> {
  const before = serverAddressOf(deps, 'openai');
  const key = await deps.apiKeys.state('openai');
  if (before !== address) await deps.settings.write('openai.baseUrl', address);
  if (key.kind === 'stored' && key.origin === originOf(address)) return true;
  if (await hasKey(deps, 'openai')) return true;
  if (before !== address) await deps.settings.write('openai.baseUrl', before);
  return false;
}

async function apply(deps: ModelDeps, way: ProviderWay, remedy: Remedy): Promise<boolean> {
  const source = sourceOf(way);
  switch (remedy) {
    case 'again':
      return true;
    case 'key':
      return source === 'anthropic' || source === 'openai' ? hasKey(deps, source) : false;
    case 'address':
      return source === 'vscode' ? false : setAddress(deps, source);
    case 'get-ollama':
      await vscode.env.openExternal(vscode.Uri.parse('https://ollama.com/download'));
      return false;
    case 'copilot':
      await vscode.commands.executeCommand(
        'workbench.extensions.search',
        '@id:GitHub.copilot-chat',
      );
      return false;
  }
}

interface RemedyItem extends vscode.MessageItem {
  readonly remedy: Remedy;
}

async function explain(
  deps: ModelDeps,
  way: ProviderWay,
  list: ListState<unknown>,
): Promise<Remedy | undefined> {
  const { title, detail } = explanation(deps, way, list);
  const chosen = await vscode.window.showWarningMessage<RemedyItem>(
    neutralToastText(title),
    { modal: true, detail: neutralToastText(detail) },
    ...remedies()[way],
    { title: t('Try Again'), remedy: 'again' },
  );
  return chosen?.remedy;
}

const anotherKey = (): RemedyItem => ({ title: t('Enter Another Key…'), remedy: 'key' });
const anotherAddress = (): RemedyItem => ({ title: t('Change Address…'), remedy: 'address' });

const remedies = (): Readonly<Record<ProviderWay, readonly RemedyItem[]>> => ({
  vscode: [{ title: t('Get GitHub Copilot'), remedy: 'copilot' }],
  ollama: [{ title: t('Get Ollama'), remedy: 'get-ollama' }, anotherAddress()],
  anthropic: [anotherKey()],
  openai: [anotherKey()],
  openrouter: [anotherKey()],
  other: [anotherAddress(), { title: t('Enter a Key…'), remedy: 'key' }],
});

function explanation(deps: ModelDeps, way: ProviderWay, list: ListState<unknown>) {
  const title = t('{0} offers no models yet.', wayName(way));
  const source = sourceOf(way);
  if (list.kind === 'failed') {
    const isDown = way === 'ollama' && list.failure.category === 'network_error';
    const at = source === 'vscode' ? '' : serverAddressOf(deps, source);
    return isDown
      ? {
          title: t('Ollama is not running at {0}.', at),
          detail: t('Install or start it, then try again.'),
        }
      : { title, detail: shownFailure(list.failure) };
  }
  if (way === 'vscode') {
    return {
      title: t('VS Code offers no models.'),
      detail: t('Sign in to GitHub Copilot, then try again.'),
    };
  }
  const detail =
    way === 'ollama'
      ? t('Pull one in a terminal, for example: ollama pull qwen3')
      : t(
          '{0}: the server lists no models. Add one by its name.',
          source === 'vscode' ? '' : providerName(source),
        );
  return { title, detail };
}
