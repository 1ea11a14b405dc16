import { httpProviders, type HttpProvider } from '../../../core/contracts/models';
import type { KeyState } from '../../secrets/api-keys';
import { modelOptionsOf } from '../../models/chosen-model';
import { originOf } from '../../models/providers';
import { selectWithin } from '../../models/open-vscode-model';
import type { VscodeChat } from '../../models/vscode-chat';
import { serverAddressOf, type ModelDeps } from './model-deps';
import type { ListSource, PickerFacts, ListState } from './model-items';
import { remoteLabel } from './server-address';
import type { Result } from '../../../core/contracts/failure';

/** The lists of one picker: requested when it opens, discarded when it closes. */
export interface ModelSource {
  facts(): PickerFacts;
  /** True while a list is pending. */
  isBusy(): boolean;
  /** Asks for everything. Never rejects. */
  loadAll(): Promise<void>;
  /** Requests one list again, with its current key and address. */
  load(source: ListSource): Promise<void>;
}

export interface ModelSourceDeps extends ModelDeps {
  readonly selectVscode: () => PromiseLike<readonly VscodeChat[]>;
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

export function createModelSource(deps: ModelSourceDeps): ModelSource {
  const { settings, lists, apiKeys, signal, onChange } = deps;
  const listOf = (provider: HttpProvider) =>
    createListLoader({ ask: (stop) => lists.list(provider, stop), onChange, signal });
  const servers = {
    openai: listOf('openai'),
    anthropic: listOf('anthropic'),
    ollama: listOf('ollama'),
  };
  const ask = (stop: AbortSignal) => selectWithin(deps.selectVscode, deps.clock, stop);
  const vscode = createListLoader({ ask, onChange, signal });
  const keys = new Map<HttpProvider, KeyState>();

  async function load(source: ListSource): Promise<void> {
    if (source === 'vscode') vscode.load(true);
    else {
      keys.set(source, await apiKeys.state(source));
      if (signal.aborted) return;
      servers[source].load(mayAsk(source));
    }
    onChange();
  }

  /** Anthropic's own API requires a key; other servers may not. */
  function mayAsk(provider: HttpProvider): boolean {
    const origin = originOf(serverAddressOf(deps, provider));
    if (origin === undefined) return false;
    const isKeyed = provider !== 'anthropic' || keys.get(provider)?.kind !== 'none';
    return isKeyed || origin !== 'https://api.anthropic.com';
  }

  const serverFacts = (provider: HttpProvider) => ({
    address: serverAddressOf(deps, provider),
    key: keys.get(provider) ?? ({ kind: 'none' } as const),
    added: provider === 'ollama' ? [] : settings.get(`${provider}.models`),
    list: servers[provider].state(),
  });

  return {
    facts: () => ({
      current: settings.get('model').trim(),
      servers: {
        openai: serverFacts('openai'),
        anthropic: serverFacts('anthropic'),
        ollama: serverFacts('ollama'),
      },
      vscode: vscode.state(),
      replayFile: settings.get('replay.file'),
      options: (modelId) => modelOptionsOf(settings, modelId),
      place: remoteLabel(deps.remoteName),
    }),
    isBusy: () =>
      [vscode, ...Object.values(servers)].some((list) => list.state().kind === 'asking'),
    loadAll: async () => {
      await Promise.all((['vscode', ...httpProviders] as const).map(load));
    },
    load,
  };
}

/** Requests one list, and tracks its state. */
export interface LoadedList<T> {
  state(): ListState<T>;
  /** Requests again, or for the first time; `off` discards the result. */
  load(mayAsk: boolean): void;
}

export interface ListLoaderDeps<T> {
  readonly ask: (signal: AbortSignal) => Promise<Result<readonly T[]>>;
  readonly onChange: () => void;
  /** Aborts when the picker closes: nothing changes any more. */
  readonly signal: AbortSignal;
}

function createListLoader<T>({ ask, onChange, signal }: ListLoaderDeps<T>): LoadedList<T> {
  let state: ListState<T> = { kind: 'off' };
  let asked = 0;

  async function begin(): Promise<void> {
    const own = (asked += 1);
    const answer = await ask(signal);
    // Ignored after a later request, or after the picker has closed.
    if (own !== asked || signal.aborted) return;
    state = answer.ok
      ? { kind: 'here', models: answer.value }
      : { kind: 'failed', failure: answer.failure };
    onChange();
  }

  return {
    state: () => state,
    load(mayAsk) {
      asked += 1;
      state = mayAsk ? { kind: 'asking' } : { kind: 'off' };
      if (mayAsk) void begin();
    },
  };
}
